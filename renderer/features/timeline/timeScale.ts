import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** A period of time, Unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Maps a range of time to pixels, from left to right. */
export interface TimeScale extends Period {
  readonly pxPerMs: number;
  /** Width of the whole range, in pixels. */
  readonly width: number;
}

export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** The smallest width of a part, in pixels, so that it stays visible. */
const LEAST_WIDTH = 3;

export function timeScale({ from, to }: Period, pxPerMs: number): TimeScale {
  return { from, to, pxPerMs, width: Math.max(0, to - from) * pxPerMs };
}

/** The position of a moment in pixels, clamped to the range. */
export function xOf(scale: TimeScale, moment: number): number {
  return (Math.min(scale.to, Math.max(scale.from, moment)) - scale.from) * scale.pxPerMs;
}

/** The moment at a position in pixels, clamped to the range. */
export function momentAt(scale: TimeScale, x: number): number {
  return Math.min(scale.to, Math.max(scale.from, scale.from + x / scale.pxPerMs));
}

/** Whether a moment is in a period, including its ends. */
export function isWithin({ from, to }: Period, moment: number): boolean {
  return moment >= from && moment <= to;
}

export function meets(a: Period, b: Period): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** The part of the scale that a period covers, clamped to the range and wide enough to be visible. */
export function extentOf(scale: TimeScale, { from, to }: Period): Extent {
  const start = xOf(scale, from);
  const width = Math.max(LEAST_WIDTH, xOf(scale, to) - start);
  return { left: Math.max(0, Math.min(start, scale.width - width)), width };
}

/** The largest range of the timeline: some certificates expire in the year 9999, and some clocks start in 1970. */
const MOST_PAST_MS = 10 * 366 * DAY_MS;
const MOST_FUTURE_MS = 40 * 366 * DAY_MS;

/**
 * The range of the timeline: `now` (Unix ms) and all periods within reach of it, with a quarter of the visible time
 * (`spanMs`) as padding on both sides.
 */
export function rangeOf(periods: Iterable<Period>, now: number, spanMs: number): Period {
  let from = now;
  let to = now + spanMs / 2;
  for (const period of periods) {
    from = Math.min(from, period.from);
    to = Math.max(to, period.to);
  }
  return {
    from: Math.max(from, now - MOST_PAST_MS) - spanMs / 4,
    to: Math.min(to, now + MOST_FUTURE_MS) + spanMs / 4,
  };
}

/** The validity of all certificates of these orders, and the expiry dates that only the service states. */
export function periodsOf(
  rows: readonly Pick<OrderRow, 'id' | 'notBefore' | 'notAfter'>[],
  history: ReadonlyMap<string, readonly Pick<ValiditySpan, 'notBefore' | 'notAfter'>[]>,
): readonly Period[] {
  return rows.flatMap(({ id, notBefore, notAfter }) => [
    ...(history.get(id) ?? []).map((span) => ({ from: span.notBefore, to: span.notAfter })),
    ...(notAfter === null ? [] : [{ from: notBefore ?? notAfter, to: notAfter }]),
  ]);
}
