import { type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowTops } from './rowTops.ts';

interface RowWindowOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly tops: RowTops;
  /** Pixels. The header stays at the top of the scroller. */
  readonly headerHeight: number;
  /** What the page has above the list at least. Pixels. */
  readonly above?: number;
}

/** Rows drawn above and below those in sight. */
const AROUND = 6;
/** Where fewer rows than this are left out of sight, `AROUND` are drawn again. */
const LEFT_AROUND = 2;

/**
 * Which rows are drawn: at first those in sight, and some around them once they are painted. Rows are only
 * added where the sight comes near to the end of those drawn.
 */
export function useRowWindow({ scroller, count, tops, headerHeight, above = 0 }: RowWindowOptions) {
  const [rows, setRows] = useState(() => ({
    first: 0,
    // The scroller is not taller than the page.
    end: tops.indexAt(window.innerHeight - headerHeight - above) + 1,
  }));

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = (left: number) => {
      const { scrollTop, clientHeight } = element;
      const first = tops.indexAt(scrollTop);
      const end = tops.indexAt(scrollTop + clientHeight - headerHeight - 1) + 1;
      setRows((drawn) =>
        drawn.first <= Math.max(0, first - left) && end + left <= drawn.end
          ? drawn
          : { first: Math.max(0, first - AROUND), end: end + AROUND },
      );
    };
    const painted = requestAnimationFrame(() => follow(LEFT_AROUND));
    // In the same frame, so that no place is empty meanwhile.
    const onScroll = () => flushSync(() => follow(LEFT_AROUND));
    const observer = new ResizeObserver(() => flushSync(() => follow(0)));
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(painted);
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, tops, headerHeight]);

  /** Scrolls as far as a row needs to be in sight, or so that it is in the middle. */
  const scrollTo = useCallback(
    (index: number, place: 'near' | 'center') => {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop, clientHeight } = element;
      const top = tops.top(index);
      const room = clientHeight - headerHeight - (tops.top(index + 1) - top);
      if (place === 'center') element.scrollTop = top - room / 2;
      else if (top < scrollTop) element.scrollTop = top;
      else if (top > scrollTop + room) element.scrollTop = top - room;
    },
    [scroller, tops, headerHeight],
  );

  // A list that has become shorter shows its last rows until the page has scrolled.
  const first = Math.min(rows.first, Math.max(0, count - (rows.end - rows.first)));
  return { first, end: Math.min(rows.end, count), scrollTo };
}
