import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/thresholds.ts';
import { formatRelativePast, formatWholeDays } from './format.ts';
import type { Translate } from './types.ts';

/** The smallest unit of a countdown: seconds where the text ticks, hours where it may change once an hour at most. */
export type Finest = 'hour' | 'minute' | 'second';

/** Beyond this, hours are false precision. */
const DAYS_ONLY_MS = 14 * DAY_MS;

/** Up to this, minutes are shown. */
const MINUTES_MS = 2 * DAY_MS;

/**
 * The time until something (ms, not negative), rounded down: days, within 14 days days and hours, in the last 48 hours
 * hours and minutes, in the last hour minutes. The same on every surface. Seconds, if they are the finest unit, are shown
 * in the last hour, and padded so that the text keeps its width.
 */
export function formatTimeLeft(ms: number, t: Translate, finest: Finest = 'minute'): string {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (ms > DAYS_ONLY_MS) return t('common.time.days', { count: days });
  if (ms >= MINUTES_MS) return t('common.time.daysHours', { days, hours: hours % 24 });
  if (finest === 'hour') return hours > 0 ? t('common.time.hours', { hours }) : t('common.time.underAnHour');
  if (hours > 0) return t('common.time.hoursMinutes', { hours, minutes });
  if (finest === 'minute')
    return minutes > 0 ? t('common.time.minutes', { minutes }) : t('common.time.underAMinute');
  const seconds = Math.floor((ms % MINUTE_MS) / 1000);
  if (minutes === 0) return t('common.time.seconds', { seconds });
  return t('common.time.minutesSeconds', { minutes, seconds: String(seconds).padStart(2, '0') });
}

/**
 * How late a renewal is (ms), such that it adds up, as shown, with the time left to the usual lead in whole days: 30 days, of
 * which 19 are left, are 11 days late. @param leftMs negative: expired for so long
 */
export function formatLate(lateMs: number, leftMs: number, t: Translate): string {
  if (lateMs < DAY_MS) return formatWholeDays(lateMs, t);
  const leadDays = Math.round((lateMs + leftMs) / DAY_MS);
  const isWhole = leftMs > DAYS_ONLY_MS || leftMs < 0;
  const leftDays = isWhole ? Math.trunc(leftMs / DAY_MS) : leftMs / DAY_MS;
  return formatWholeDays(Math.max(1, Math.round(leadDays - leftDays)) * DAY_MS, t);
}

/** The next instant after `now` at which `timeLeftText` or `expiryText` reads otherwise, if hours are the finest unit. */
export function nextHourlyChange(notAfter: number, now: number): number {
  const left = notAfter - now;
  if (left < 0) return now + (left > -DAY_MS ? restOf(-left, HOUR_MS) : restOf(-left, DAY_MS));
  if (left > DAYS_ONLY_MS) return now + 1 + Math.min(left % DAY_MS, left - DAYS_ONLY_MS - 1);
  return now + 1 + (left < HOUR_MS ? left : left % HOUR_MS);
}

/** How long it takes until another unit is full (ms). */
function restOf(ms: number, unit: number): number {
  return unit - (ms % unit);
}

/** The countdown to notAfter at `now` (Unix ms), for a column: "2 d 23 h", "expired 4 days ago". */
export function timeLeftText(
  notAfter: number | null,
  now: number,
  t: Translate,
  finest: Finest = 'minute',
): string {
  if (notAfter === null) return t('orders.countdown.none');
  if (now > notAfter) return expiredText(now - notAfter, t, finest);
  return formatTimeLeft(notAfter - now, t, finest);
}

/** As `timeLeftText`, for a sentence after a name: "expires in 2 d 23 h", "expired 4 days ago". */
export function expiryText(notAfter: number, now: number, t: Translate, finest: Finest = 'minute'): string {
  if (now > notAfter) return expiredText(now - notAfter, t, finest);
  return t('common.expires', { time: formatTimeLeft(notAfter - now, t, finest) });
}

function expiredText(ms: number, t: Translate, finest: Finest): string {
  const isVague = finest === 'hour' && ms < HOUR_MS;
  const ago = isVague
    ? t('common.time.ago', { time: t('common.time.underAnHour') })
    : formatRelativePast(ms, t);
  return t('common.expired', { ago });
}
