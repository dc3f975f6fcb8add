import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';
import type { OrderGroup } from './orderGroups.ts';
import { needsAttention, type OrderStatus } from './status.ts';
import { DAY_MS } from './thresholds.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** The facts that decide the group of an order. */
type Grouped = Pick<OrderRow, 'notAfter' | 'chainEnd' | 'deployment'>;

/**
 * Whether an order without servers and exported files expired more than a week before `now` (Unix ms): nothing about it is
 * new. One that is in use needs the user, however long ago it expired.
 */
export function isLongExpired(order: Grouped, now: number): boolean {
  const end = endOf(order);
  return end !== null && end < now - WEEK_MS && order.deployment === null;
}

/** The group of an order with this status at `now` (Unix ms), however many a group has. */
export function groupOf(order: Grouped, status: OrderStatus, now: number): OrderGroup {
  if (needsAttention(status)) return isLongExpired(order, now) ? 'longExpired' : 'attention';
  const end = endOf(order);
  if (end === null) return 'unknown';
  const left = end - now;
  if (left <= WEEK_MS) return 'week';
  return left <= MONTH_MS ? 'month' : 'later';
}
