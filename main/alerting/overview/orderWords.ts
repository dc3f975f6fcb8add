import { endOf } from '#shared/domain/chainEnd.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { needsAttention, type OrderStatus } from '#shared/domain/status.ts';
import { expiryText, type Finest } from '#shared/i18n/expiryText.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface OrderWithStatus {
  readonly order: OrderRow;
  readonly status: OrderStatus;
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
