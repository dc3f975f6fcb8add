import type { InventoryRenewal } from '#shared/domain/inventory.ts';
import { formatDate, formatWholeDays, type Zone } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** When an order is usually renewed, the same in reports and the terminal; empty: not known. A guess is called one. */
export function renewalText(renewal: InventoryRenewal, t: Translate, locale: Locale, zone: Zone): string {
  switch (renewal.kind) {
    case 'unknown':
      return '';
    case 'overdue':
      return t('report.renewal.overdue', { time: formatWholeDays(renewal.byMs, t) });
    default:
      return t(`report.renewal.${renewal.kind}`, { date: formatDate(renewal.dueAt, locale, zone) });
  }
}
