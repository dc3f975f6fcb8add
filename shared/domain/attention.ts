import { byExpiry } from './arrangement.ts';
import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';
import { isGroupOfExpired, type OrderGroup } from './orderGroups.ts';
import { needsAttention, type OrderStatus } from './status.ts';
import { DAY_MS } from './thresholds.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** Whether an order expired more than a week before `now` (Unix ms): nothing about it is new. */
export function isLongExpired(order: Pick<OrderRow, 'notAfter' | 'chainEnd'>, now: number): boolean {
  const end = endOf(order);
  return end !== null && end < now - WEEK_MS;
}

/**
 * Arranges orders that need the user as the list does, wherever they are named: the earliest end first; many that expired
 * after those that can still be saved, the last expired first; what expired long ago last.
 * @param all those that are arranged, which says whether many have expired
 * @param isExpired whether the status of an order is that it expired
 * @param now Unix ms
 */
export function byNeed<Order extends Pick<OrderRow, 'id' | 'notAfter' | 'chainEnd'>>(
  all: readonly Order[],
  isExpired: (order: Order) => boolean,
  now: number,
): (one: Order, other: Order) => number {
  const recent = all.filter((order) => !isLongExpired(order, now));
  const expired = new Set(recent.filter(isExpired));
  const isLate = isGroupOfExpired(expired.size) && expired.size < recent.length;
  const rankOf = (order: Order) => {
    if (isLate && expired.has(order)) return 1;
    return isLongExpired(order, now) ? 2 : 0;
  };
  return (one, other) => {
    const rank = rankOf(one);
    return rank - rankOf(other) || (rank === 1 ? byExpiry(other, one) : byExpiry(one, other));
  };
}

/** The group of an order with this status at `now` (Unix ms), however many a group has. */
export function groupOf(
  order: Pick<OrderRow, 'notAfter' | 'chainEnd'>,
  status: OrderStatus,
  now: number,
): OrderGroup {
  if (needsAttention(status)) return isLongExpired(order, now) ? 'longExpired' : 'attention';
  const end = endOf(order);
  if (end === null) return 'unknown';
  const left = end - now;
  if (left <= WEEK_MS) return 'week';
  return left <= MONTH_MS ? 'month' : 'later';
}
