import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';
import type { OrderGroup } from './orderGroups.ts';
import { needsAttention, type OrderStatus } from './status.ts';
import { DAY_MS } from './thresholds.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** Whether an order expired more than a week before `now` (Unix ms): nothing about it is new. */
export function isLongExpired(order: Pick<OrderRow, 'notAfter' | 'chainEnd'>, now: number): boolean {
  const end = endOf(order);
  return end !== null && end < now - WEEK_MS;
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
