import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTimelineStore } from './timelineStore.ts';
import { rangeOf } from './timeRange.ts';
import { momentAt, type Period, type TimeScale, timeScale, xOf } from './timeScale.ts';
import { useClientWidth } from './useClientWidth.ts';
import { spanOf } from './zoom.ts';

/** A chart narrower than this (pixels) has a narrower column of names. */
const NARROW = 860;

/** The time axis of the chart, and what of it is to be drawn. */
export interface Plot {
  readonly scale: TimeScale;
  /** Of what is in sight, in pixels. */
  readonly width: number;
  /** Of the column of names before it, in pixels. */
  readonly titleWidth: number;
  /** What is in sight, and as much again on both sides; changes only when a whole sight was scrolled. */
  readonly sight: Period;
  /** Goes through time by parts of what is in sight. */
  readonly pan: (by: number) => void;
  /** Brings a moment into sight unless it is there. */
  readonly reveal: (moment: number) => void;
}

/**
 * Lays time out in a scroller that goes sideways. The moment in its middle stays there when the zoom, the room or the
 * range changes. `periods`: all that is to be reached. `today`: the beginning of the day, Unix ms.
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
  /** Where the scroller was put; further than that a person scrolled. */
  const put = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const centre = isAtToday ? null : useTimelineStore.getState().centre;
    const left = xOf(scale, centre ?? today + span / 4) - width / 2;
    if (Math.abs(left - element.scrollLeft) > 1) element.scrollTo({ left });
    put.current = element.scrollLeft;
    setPage(Math.floor(element.scrollLeft / width));
  }, [scroller, scale, width, span, today, isAtToday]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      const left = element.scrollLeft;
      if (Math.abs(left - put.current) < 1) return;
      put.current = left;
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
  const sight = useMemo(
    () => ({ from: momentAt(scale, (page - 1) * width), to: momentAt(scale, (page + 2) * width) }),
    [scale, page, width],
  );
  return { scale, width, titleWidth, sight, pan, reveal };
}
