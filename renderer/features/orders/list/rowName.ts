import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** What a screen reader says of a row first: the order, its status and the time left. @param timeLeft as shown, may be empty */
export function rowName(row: OrderRow, status: OrderStatus, timeLeft: string, t: Translate): string {
  const parts = [orderTitle(row), statusText(status, t), timeLeft];
  return parts.filter((part) => part !== '').join(t('common.listSeparator'));
}
