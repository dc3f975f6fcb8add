import type { OrderRow } from '#shared/domain/order.ts';
import { orderWindows } from '#shared/domain/ownThresholds.ts';
import type { ThresholdSettings } from '#shared/domain/thresholds.ts';
import { formatDate, formatDateTime, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { Leaf } from './leaves.ts';
import { usualRenewal } from './rowDrawing.ts';

/** Translator and locale, for texts with dates. */
export interface Localization {
  readonly t: Translate;
  readonly locale: Locale;
}

/** Facts about one certificate of an order, one per line. */
export function leafFacts(
  leaf: Leaf,
  row: OrderRow,
  settings: ThresholdSettings,
  { t, locale }: Localization,
): readonly string[] {
  const exact = (moment: number) => formatDateTime(moment, locale, 'local');
  const day = (moment: number) => formatDate(moment, locale, 'local');
  const lines = [
    t(leaf.isPresent ? 'timeline.leaf.present' : 'timeline.leaf.former'),
    t('timeline.leaf.from', { date: exact(leaf.from) }),
    t('timeline.leaf.until', { date: exact(leaf.to) }),
  ];
  if (leaf.renewedAt !== null) lines.push(t('timeline.leaf.renewed', { date: day(leaf.renewedAt) }));
  if (!leaf.isPresent) return lines;
  if (row.chainEnd !== null) lines.push(t('orders.panel.chainEnd', { chain: row.chainEnd.name }));
  const { warningMs, criticalMs } = orderWindows(
    { ...row, notBefore: leaf.from, notAfter: row.notAfter ?? leaf.to },
    settings,
  );
  lines.push(
    t('timeline.leaf.windows', { warning: day(leaf.to - warningMs), critical: day(leaf.to - criticalMs) }),
  );
  const usual = usualRenewalText(row, { t, locale });
  if (usual !== null) lines.push(usual);
  return lines;
}

/** When an order is usually renewed, and how that is known; `null` if it is unknown. */
export function usualRenewalText(row: OrderRow, { t, locale }: Localization): string | null {
  const at = usualRenewal(row);
  if (at === null || row.lead === null) return null;
  const date = formatDate(at, locale, 'local');
  const { leadMs, renewals } = row.lead;
  const lead = formatWholeDays(leadMs, t, Math.round);
  return renewals === 0
    ? t('timeline.usual.assumed', { date, lead })
    : t('timeline.usual.known', { date, lead, count: renewals });
}
