import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Period } from './timeScale.ts';

/** How far the timeline reaches at most: some certificates end in the year 9999, and some clocks begin in 1970. */
const MOST_PAST_MS = 10 * 366 * DAY_MS;
const MOST_FUTURE_MS = 40 * 366 * DAY_MS;

/**
 * The range that a timeline shows: all periods as far as they are within reach of `now` (Unix ms), now itself, and a
 * quarter of what is in sight at once (`spanMs`) before and after, so that no end sticks to an edge.
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

/** When the certificates of these orders are valid, and when an order ends of which the service alone tells. */
export function periodsOf(
  rows: readonly Pick<OrderRow, 'id' | 'notBefore' | 'notAfter'>[],
  history: ReadonlyMap<string, readonly Pick<ValiditySpan, 'notBefore' | 'notAfter'>[]>,
): readonly Period[] {
  return rows.flatMap(({ id, notBefore, notAfter }) => [
    ...(history.get(id) ?? []).map((span) => ({ from: span.notBefore, to: span.notAfter })),
    ...(notAfter === null ? [] : [{ from: notBefore ?? notAfter, to: notAfter }]),
  ]);
}
