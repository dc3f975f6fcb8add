import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';
import { type OrderStatus, orderStatuses } from './status.ts';
import { DAY_MS } from './thresholds.ts';

/** Weeks from today on that are counted: a little more than 90 days. */
export const HISTOGRAM_WEEKS = 13;

/** Orders with one status. */
interface StatusCount {
  readonly status: OrderStatus;
  readonly count: number;
}

/** Seven calendar days from the weekday of today on. */
export interface ExpiryWeek {
  /** Unix ms: the start of its first day, and of the day after its last one. */
  readonly from: number;
  readonly until: number;
  readonly count: number;
  /** Worst first, without zeros. */
  readonly byStatus: readonly StatusCount[];
  readonly days: readonly { readonly count: number; readonly byStatus: readonly StatusCount[] }[];
}

/** The starts of `count` calendar days from the day of `now` (Unix ms) on, in the system's time zone. */
function dayStarts(now: number, count: number): readonly number[] {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return Array.from({ length: count }, (_, index) => new Date(year, month, day + index).getTime());
}

/** How many of these orders expire on each day of the next weeks, by a status. `now`: Unix ms. */
export function expiryHistogram<Order extends Pick<OrderRow, 'notAfter' | 'chainEnd'>>(
  orders: Iterable<Order>,
  statusOf: (order: Order) => OrderStatus,
  now: number,
): readonly ExpiryWeek[] {
  const dayCount = HISTOGRAM_WEEKS * 7;
  const starts = dayStarts(now, dayCount + 1);
  const [first = 0] = starts;
  const end = starts[dayCount] ?? first;
  const counted = Array.from({ length: dayCount }, () => new Map<OrderStatus, number>());
  for (const order of orders) {
    const at = endOf(order);
    if (at === null || at < first || at >= end) continue;
    const status = statusOf(order);
    // Days of 23 or 25 hours move the starts by an hour.
    let day = Math.min(dayCount - 1, Math.floor((at - first) / DAY_MS));
    if (at < (starts[day] ?? 0)) day -= 1;
    else if (at >= (starts[day + 1] ?? end)) day += 1;
    const counts = counted[day];
    counts?.set(status, (counts.get(status) ?? 0) + 1);
  }
  return Array.from({ length: HISTOGRAM_WEEKS }, (_, week) => {
    const days = counted.slice(week * 7, week * 7 + 7).map((counts) => totalOf([counts]));
    return {
      from: starts[week * 7] ?? first,
      until: starts[week * 7 + 7] ?? end,
      ...totalOf(counted.slice(week * 7, week * 7 + 7)),
      days,
    };
  });
}

function totalOf(counts: readonly ReadonlyMap<OrderStatus, number>[]) {
  const byStatus = orderStatuses.flatMap((status): readonly StatusCount[] => {
    const count = counts.reduce((sum, each) => sum + (each.get(status) ?? 0), 0);
    return count === 0 ? [] : [{ status, count }];
  });
  return { count: byStatus.reduce((sum, { count }) => sum + count, 0), byStatus };
}
