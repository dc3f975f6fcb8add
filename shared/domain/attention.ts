import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';
import type { OrderGroup } from './orderGroups.ts';
import { needsAttention, type OrderStatus } from './status.ts';
import { DAY_MS } from './thresholds.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** The group of an order with this status at `now` (Unix ms). */
export function groupOf(
  order: Pick<OrderRow, 'notAfter' | 'chainEnd'>,
  status: OrderStatus,
  now: number,
): OrderGroup {
  if (needsAttention(status)) return 'attention';
  const end = endOf(order);
  if (end === null) return 'unknown';
  const left = end - now;
  if (left <= WEEK_MS) return 'week';
  return left <= MONTH_MS ? 'month' : 'later';
}
