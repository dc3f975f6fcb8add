import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { spanOf, useTimelineStore } from './timelineStore.ts';
import { momentAt, type Period, rangeOf, type TimeScale, timeScale, xOf } from './timeScale.ts';

/** Below this width (pixels) the column of names is narrower. */
const NARROW = 860;

/** The time axis of the chart, and the part of it to draw. */
interface Plot {
  readonly scale: TimeScale;
  /** Width of the column of names, in pixels. */
  readonly titleWidth: number;
  /** The period to draw: the visible page and one more on both sides. Changes once per page. */
  readonly visible: Period;
  /** Scrolls by a share of the visible time. */
  readonly pan: (by: number) => void;
  readonly reveal: (moment: number) => void;
}

/**
 * Lays out time in a horizontal scroller. The moment in its centre stays there when the zoom, the width or the range
 * changes. `periods`: the range covers all of them. `today`: the start of the day, Unix ms.
 */
export function usePlot(
  scroller: RefObject<HTMLDivElement | null>,
  periods: readonly Period[],
  today: number,
): Plot {
  const zoom = useTimelineStore((state) => state.zoom);
  const isAtToday = useTimelineStore((state) => state.centre === null);
  const outer = useClientWidth(scroller);
  const titleWidth = outer < NARROW ? 176 : 256;
  const width = Math.max(160, outer - titleWidth);
  const span = spanOf(zoom);
  const range = useMemo(() => rangeOf(periods, today, span), [periods, today, span]);
  const scale = useMemo(() => timeScale(range, width / span), [range, width, span]);
  const [page, setPage] = useState(0);
  /** The last known scroll position; any other one means that the user has scrolled. */
  const lastLeft = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const centre = isAtToday ? null : useTimelineStore.getState().centre;
    const left = xOf(scale, centre ?? today + span / 4) - width / 2;
    if (Math.abs(left - element.scrollLeft) > 1) element.scrollLeft = left;
    lastLeft.current = element.scrollLeft;
    setPage(Math.floor(element.scrollLeft / width));
  }, [scroller, scale, width, span, today, isAtToday]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      const left = element.scrollLeft;
      if (Math.abs(left - lastLeft.current) < 1) return;
      lastLeft.current = left;
      useTimelineStore.setState({ centre: momentAt(scale, left + width / 2) });
      setPage(Math.floor(left / width));
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, scale, width]);

  const pan = useCallback(
    (by: number) => scroller.current?.scrollBy({ left: by * width }),
    [scroller, width],
  );
  const reveal = useCallback(
    (moment: number) => {
      const element = scroller.current;
      if (element === null) return;
      const x = xOf(scale, moment) - element.scrollLeft;
      if (x < 0 || x > width) element.scrollTo({ left: xOf(scale, moment) - width / 2 });
    },
    [scroller, scale, width],
  );
  const visible = useMemo(
    () => ({ from: momentAt(scale, (page - 1) * width), to: momentAt(scale, (page + 2) * width) }),
    [scale, page, width],
  );
  return { scale, titleWidth, visible, pan, reveal };
}

/** The inner width of an element in pixels, without its scroll bar; a default before it is measured. */
function useClientWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(900);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
