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
 * Arranges what is about orders that need the user as the list does, wherever they are named: the earliest end first; many that expired
 * after those that can still be saved, the last expired first; what expired long ago last.
 * @param all those that are arranged, which says whether many have expired
 * @param isExpired whether the status of its order is that it expired
 * @param now Unix ms
 */
export function byNeed<Item extends { readonly order: OrderRow }>(
  all: readonly Item[],
  isExpired: (item: Item) => boolean,
  now: number,
): (one: Item, other: Item) => number {
  const recent = all.filter(({ order }) => !isLongExpired(order, now));
  const expired = new Set(recent.filter(isExpired));
  const isLate = isGroupOfExpired(expired.size) && expired.size < recent.length;
  const rankOf = (item: Item) => {
    if (isLate && expired.has(item)) return 1;
    return isLongExpired(item.order, now) ? 2 : 0;
  };
  return (one, other) => {
    const rank = rankOf(one);
    const sign = rank === 1 ? -1 : 1;
    return rank - rankOf(other) || sign * byExpiry(one.order, other.order);
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
