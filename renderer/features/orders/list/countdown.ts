import type { Grain } from '#renderer/hooks/ticker.ts';
import { calendarDaysUntil, timeRemaining } from '#shared/domain/expiry.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatCountdown, formatDate, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** The time until expiry, and the day of expiry. */
interface CountdownText {
  readonly time: string;
  readonly day: string;
}

/** How often the text changes: every second on the last day and the minute before it, every minute otherwise. */
export function countdownGrain(notAfter: number | null, now: number): Grain {
  if (notAfter === null) return 'minute';
  const left = notAfter - now;
  return left > -MINUTE_MS && left < DAY_MS + MINUTE_MS ? 'second' : 'minute';
}

/** The countdown of an order at `now` (Unix ms). Days are those of `timeZone`, by default the system's. */
export function countdownText(
  { notAfter, notAfterSource }: Pick<OrderRow, 'notAfter' | 'notAfterSource'>,
  now: number,
  t: Translate,
  locale: Locale,
  timeZone?: string,
): CountdownText {
  const time = countdownTime(notAfter, now, t);
  if (notAfter === null) return { time, day: '' };
  const days = calendarDaysUntil(notAfter, now, timeZone);
  if (now <= notAfter) return { time, day: dayWords(notAfter, days, notAfterSource, t, locale) };
  const isToday = days === 0;
  const date = { date: formatDate(notAfter, locale, 'local') };
  return {
    time,
    day: isToday ? t('orders.countdown.expiredToday') : t('orders.countdown.expiredOn', date),
  };
}

/** The time until expiry alone: the part that can change every second. */
export function countdownTime(notAfter: number | null, now: number, t: Translate): string {
  if (notAfter === null) return t('orders.countdown.none');
  const remaining = timeRemaining(notAfter, now);
  return remaining.past
    ? t('orders.countdown.expired', { ago: formatRelativePast(now - notAfter, t) })
    : formatCountdown(remaining, t);
}

function dayWords(
  notAfter: number,
  days: number,
  source: OrderRow['notAfterSource'],
  t: Translate,
  locale: Locale,
): string {
  if (source === 'service') return t('orders.countdown.fromService');
  if (days === 0) return t('orders.countdown.expiresToday');
  if (days === 1) return t('orders.countdown.expiresTomorrow');
  return t('orders.countdown.expiresOn', { date: formatDate(notAfter, locale, 'local') });
}
