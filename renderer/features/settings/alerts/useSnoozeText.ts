import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { OrderSnooze } from '#shared/domain/order.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

/** Gives the words for how long an order is silent. */
export function useSnoozeText(): (snooze: OrderSnooze) => string {
  const t = useT();
  const locale = useLocale();
  return ({ until }) =>
    until === null
      ? t('orders.snooze.untilRenewed')
      : t('orders.snooze.until', { date: formatDateTime(until, locale, 'local') });
}
