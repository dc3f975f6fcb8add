import { endOf } from './chainEnd.ts';
import type { Terms } from './conditions/condition.ts';
import { endsSoon } from './conditions/endsSoon.ts';
import { expired } from './conditions/expired.ts';
import type { OrderRow } from './order.ts';
import type { ThresholdOrder } from './ownThresholds.ts';
import type { OrderStatus } from './status.ts';

/** The statuses that follow from the time left alone. */
export type TimeStatus = Extract<OrderStatus, 'expired' | 'critical' | 'expiring' | 'healthy'>;

/** What the time left alone makes of an order with an end at `now` (Unix ms), whatever else is wrong with it. */
export function timeStatus(
  order: ThresholdOrder & Pick<OrderRow, 'chainEnd'>,
  terms: Terms,
  now: number,
): TimeStatus {
  if (expired.from(order) <= now) return 'expired';
  if (endsSoon.from(order, terms) <= now) return 'critical';
  const end = endOf(order);
  return end !== null && end - Math.floor(terms.warningMs(order)) <= now ? 'expiring' : 'healthy';
}
