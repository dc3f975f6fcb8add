import { byExpiry } from '#shared/domain/arrangement.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { needsAttention, type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { expiryText, type Finest } from '#shared/i18n/expiryText.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface OrderWithStatus {
  readonly order: OrderRow;
  readonly status: OrderStatus;
}

/** The worse status at `now` (Unix ms) first, then the earlier expiry. What expired long ago comes last: it is not news. */
export function worstFirst(now: number): (one: OrderWithStatus, other: OrderWithStatus) => number {
  const rank = ({ order, status }: OrderWithStatus) =>
    isLongExpired(order, now) ? orderStatuses.length : orderStatuses.indexOf(status);
  return (one, other) => rank(one) - rank(other) || byExpiry(one.order, other.order);
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
