import type { Grain } from '#renderer/hooks/ticker.ts';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** How often the text changes: every second in the last hour and the minute before it, every minute otherwise. */
export function countdownGrain(notAfter: number | null, now: number): Grain {
  if (notAfter === null) return 'minute';
  const left = notAfter - now;
  return left > -MINUTE_MS && left < HOUR_MS + MINUTE_MS ? 'second' : 'minute';
}

/** The time until expiry, and the day of expiry, at `now` (Unix ms). Days are those of `timeZone`, by default the system's. */
export function countdownText(
  { notAfter, notAfterSource }: Pick<OrderRow, 'notAfter' | 'notAfterSource'>,
  now: number,
  t: Translate,
  locale: Locale,
  timeZone?: string,
) {
  const time = timeLeftText(notAfter, now, t, 'second');
  if (notAfter === null) return { time, day: '' };
  const days = calendarDaysUntil(notAfter, now, timeZone);
  const date = { date: formatDate(notAfter, locale, 'local') };
  if (now > notAfter)
    return { time, day: t(`orders.countdown.${days === 0 ? 'expiredToday' : 'expiredOn'}`, date) };
  if (notAfterSource === 'service') return { time, day: t('orders.countdown.fromService') };
  if (days === 0) return { time, day: t('orders.countdown.expiresToday') };
  if (days === 1) return { time, day: t('orders.countdown.expiresTomorrow') };
  return { time, day: t('orders.countdown.expiresOn', date) };
}
