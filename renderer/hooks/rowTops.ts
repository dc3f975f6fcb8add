/** Where the rows of a list are: all of one height, except for a few short ones. Pixels. */
export interface RowTops {
  /** Distance of a row from the top of the list; for the index after the last row, the height of the list. */
  readonly top: (index: number) => number;
  /** Index of the row at this distance from the top. */
  readonly indexAt: (y: number) => number;
}

/** Rows that are lower than the others, such as headings: their indexes, ascending. */
export interface ShortRows {
  readonly indexes: readonly number[];
  /** Pixels; at most `rowHeight`. */
  readonly height: number;
}

export const noShortRows: ShortRows = { indexes: [], height: 0 };

export function rowTops(rowHeight: number, { indexes, height }: ShortRows): RowTops {
  const top = (index: number) => {
    const before = firstWhere(0, indexes.length, (place) => (indexes[place] ?? index) >= index);
    return index * rowHeight - before * (rowHeight - height);
  };
  return {
    top,
    indexAt: (y) => {
      // Short rows only move what follows upwards.
      const least = Math.max(0, Math.floor(y / rowHeight));
      return firstWhere(least, least + indexes.length, (index) => top(index + 1) > y);
    },
  };
}

/** The first number that passes, of ascending ones of which all that follow it pass as well; `to` if none below it does. */
function firstWhere(from: number, to: number, passes: (value: number) => boolean): number {
  let [first, end] = [from, to];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (passes(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
