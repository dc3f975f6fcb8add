import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Period } from './timeScale.ts';

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
