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
    const before = indexes.filter((short) => short < index).length;
    return index * rowHeight - before * (rowHeight - height);
  };
  return {
    top,
    indexAt: (y) => {
      // Short rows only move what follows upwards.
      let index = Math.max(0, Math.floor(y / rowHeight));
      while (top(index + 1) <= y) index += 1;
      return index;
    },
  };
}
