import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

interface RowVirtualizerOptions {
  /** Of all rows, in their order. */
  readonly ids: readonly string[];
  /** The row that the keyboard is on, or -1. */
  readonly activeIndex: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  /** Of what stays above the rows. */
  readonly headerHeight: number;
  /** Room below the last row. */
  readonly paddingEnd?: number;
}

/** Which rows of a table with a sticky header are in sight, and where. */
export function useRowVirtualizer(options: RowVirtualizerOptions): Virtualizer<HTMLDivElement, Element> {
  const { ids, activeIndex, scroller, rowHeight, headerHeight, paddingEnd = 0 } = options;
  return useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    // The row that the keyboard is on stays, or the focus would be lost when it scrolls out of sight.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
        return [...indexes, activeIndex].sort((a, b) => a - b);
      },
      [activeIndex],
    ),
    overscan: 6,
    paddingEnd,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 800, height: 600 },
  });
}
