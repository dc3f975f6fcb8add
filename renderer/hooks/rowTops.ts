/** Where the rows of a list are. Pixels. */
export interface RowTops {
  /** Distance of a row from the top of the list; for the index after the last row, the height of the list. */
  readonly top: (index: number) => number;
  /** Index of the row at this distance from the top, as if rows of the usual height came after the last one. */
  readonly indexAt: (y: number) => number;
}

/** @param usualHeight of a row. Pixels @param heightOf the height of the row with an index, in pixels */
export function rowTops(count: number, usualHeight: number, heightOf: (index: number) => number): RowTops {
  const tops = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) tops[index + 1] = (tops[index] ?? 0) + heightOf(index);
  const top = (index: number) => tops[Math.min(index, count)] ?? 0;
  return {
    top,
    indexAt: (y) => {
      if (y >= top(count)) return count + Math.floor((y - top(count)) / usualHeight);
      let [first, end] = [0, count];
      while (first < end) {
        const middle = (first + end) >> 1;
        if (top(middle + 1) > y) end = middle;
        else first = middle + 1;
      }
      return first;
    },
  };
}
