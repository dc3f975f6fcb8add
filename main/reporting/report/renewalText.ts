import { endOf } from '#shared/domain/chainEnd.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { formatLate } from '#shared/i18n/expiryText.ts';
import { formatDate, type Zone } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/**
 * When an order is usually renewed, the same in reports and the terminal; empty: not known. A guess is called one.
 * @param now Unix ms
 */
export function renewalText(
  { renewal, ...order }: Pick<InventoryOrder, 'renewal' | 'notAfter' | 'chainEnd'>,
  now: number,
  t: Translate,
  locale: Locale,
  zone: Zone,
): string {
  switch (renewal.kind) {
    case 'unknown':
      return '';
    case 'overdue':
      return t('report.renewal.overdue', {
        time: formatLate(renewal.byMs, (endOf(order) ?? now) - now, t),
      });
    default:
      return t(`report.renewal.${renewal.kind}`, { date: formatDate(renewal.dueAt, locale, zone) });
  }
}
