import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS, HOUR_MS, type ThresholdSettings, windowsFor } from '#shared/domain/thresholds.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { Leaf } from './leaves.ts';
import { usualRenewal } from './rowDrawing.ts';

/** What is needed to say something of a time. */
export interface Speech {
  readonly t: Translate;
  readonly locale: Locale;
}

/** What is to be said of one certificate of an order, one fact per line. */
export function leafWords(
  leaf: Leaf,
  row: OrderRow,
  settings: ThresholdSettings,
  { t, locale }: Speech,
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
  const { warningMs, criticalMs } = windowsFor(leaf.from, leaf.to, settings);
  lines.push(
    t('timeline.leaf.windows', { warning: day(leaf.to - warningMs), critical: day(leaf.to - criticalMs) }),
  );
  const usual = usualWords(row, { t, locale });
  if (usual !== null) lines.push(usual);
  return lines;
}

/** When an order is usually renewed and what tells so; `null` where nothing tells. */
export function usualWords(row: OrderRow, { t, locale }: Speech): string | null {
  const at = usualRenewal(row);
  if (at === null || row.lead === null) return null;
  const date = formatDate(at, locale, 'local');
  const { leadMs, renewals } = row.lead;
  const lead =
    leadMs < DAY_MS
      ? t('common.time.hours', { hours: Math.floor(leadMs / HOUR_MS) })
      : t('common.time.days', { count: Math.round(leadMs / DAY_MS) });
  return renewals === 0
    ? t('timeline.usual.assumed', { date, lead })
    : t('timeline.usual.known', { date, lead, count: renewals });
}

/** How many calendar days are left, or have passed since. */
export function daysLeftWords(notAfter: number | null, now: number, t: Translate): string {
  if (notAfter === null) return t('orders.countdown.none');
  const days = calendarDaysUntil(notAfter, now);
  if (days === 0)
    return t(now > notAfter ? 'orders.countdown.expiredToday' : 'orders.countdown.expiresToday');
  const time = t('common.time.days', { count: Math.abs(days) });
  return days > 0 ? time : t('orders.countdown.expired', { ago: t('common.time.ago', { time }) });
}
