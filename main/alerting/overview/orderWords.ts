import { byExpiry } from '#shared/domain/arrangement.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import { needsAttention, type OrderStatus } from '#shared/domain/status.ts';
import { expiryText, type Finest } from '#shared/i18n/expiryText.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface OrderWithStatus {
  readonly order: OrderRow;
  readonly status: OrderStatus;
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

/** When an order expires or expired, where that matters most or nothing is wrong; otherwise its status. */
export function needWords(
  { order, status }: OrderWithStatus,
  now: number,
  t: Translate,
  finest: Finest,
): string {
  const isOfTime = status === 'expired' || status === 'critical' || !needsAttention(status);
  const end = endOf(order);
  return isOfTime && end !== null ? expiryText(end, now, t, finest) : statusText(status, t);
}
