import type { AppLanguage } from '../domain/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/thresholds.ts';
import type { Locale, Translate } from './types.ts';

/** Where an instant is shown: in the reader's zone or in UTC. */
export type Zone = 'local' | 'UTC';

/** How long ago something happened, in ms. Less than a minute, or negative (a clock was set back), is "just now". */
export function formatRelativePast(ms: number, t: Translate): string {
  if (ms < MINUTE_MS) return t('common.time.justNow');
  return t('common.time.ago', { time: formatLargestUnit(ms, t) });
}

/** A duration (ms, not negative) in its largest unit of days, hours or minutes, rounded down. */
export function formatLargestUnit(ms: number, t: Translate): string {
  if (ms >= DAY_MS) return t('common.time.days', { count: Math.floor(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('common.time.hours', { hours: Math.floor(ms / HOUR_MS) });
  return t('common.time.minutes', { minutes: Math.floor(ms / MINUTE_MS) });
}

/** A duration (ms, not negative) in its two largest units, rounded down; less than a minute in seconds. */
export function formatDuration(ms: number, t: Translate): string {
  if (ms < MINUTE_MS) return t('common.time.seconds', { seconds: Math.max(0, Math.round(ms / 1000)) });
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = days > 0 ? 0 : Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return [
    days > 0 ? t('common.time.days', { count: days }) : '',
    hours > 0 ? t('common.time.hours', { hours }) : '',
    minutes > 0 ? t('common.time.minutes', { minutes }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** A duration (ms, not negative) as `formatDuration`, from one day on in whole days. */
export function formatWholeDays(
  ms: number,
  t: Translate,
  round: (days: number) => number = Math.floor,
): string {
  return formatDuration(ms >= DAY_MS ? round(ms / DAY_MS) * DAY_MS : ms, t);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The cached format of a locale. A region that has no formats in the language gets those of Great Britain or China. */
export function dateTimeFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    const [tag, timeZone] = locale.split('@');
    const shown = timeZone === undefined ? options : { timeZone, ...options };
    format = new Intl.DateTimeFormat(tag, shown);
    // Without a region, the formats are those of the United States.
    if (!/-[A-Z\d]+$/u.test(format.resolvedOptions().locale))
      format = new Intl.DateTimeFormat(languageOf(locale) === 'en' ? 'en-GB' : 'zh-CN', shown);
    formats.set(key, format);
  }
  return format;
}

/** The language of a locale. */
function languageOf(locale: Locale): AppLanguage {
  return locale.startsWith('en') ? 'en' : 'zh-CN';
}

const shortDay = { month: 'short', day: 'numeric' } as const;

function formatOf(zone: Zone, locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateTimeFormat(locale, zone === 'UTC' ? { timeZone: zone, ...options } : options);
}

function formatIn(zone: Zone, ms: number, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return formatOf(zone, locale, options).format(ms);
}

/** Day and time of an instant near by (Unix ms), such as "22 Nov, 14:20", "Nov 22, 2:20 PM" or "11月22日 14:20"; UTC is said. */
export function formatMoment(ms: number, locale: Locale, zone: Zone): string {
  const day = formatIn(zone, ms, locale, shortDay);
  const time = formatIn(zone, ms, locale, { timeStyle: 'short' });
  const text = languageOf(locale) === 'en' ? `${day}, ${time}` : `${day} ${time}`;
  return zone === 'UTC' ? `${text} UTC` : text;
}

/** As `formatMoment`, the time alone if it is today (`now`), such as "14:20", "2:20 PM" or "14:20". */
export function formatNearMoment(ms: number, now: number, locale: Locale, zone: Zone): string {
  const isToday = formatDate(ms, locale, zone) === formatDate(now, locale, zone);
  return isToday ? formatIn(zone, ms, locale, { timeStyle: 'short' }) : formatMoment(ms, locale, zone);
}

/** The day of an instant (Unix ms), such as "20 Nov 2026", "Nov 20, 2026" or "2026年11月20日". */
export function formatDate(ms: number, locale: Locale, zone: Zone): string {
  return formatIn(zone, ms, locale, { dateStyle: 'medium' });
}

/** Day and minute of an instant (Unix ms) in the reader's zone, such as "20 Nov 2026, 06:50". */
export function formatDayTime(ms: number, locale: Locale): string {
  return formatIn('local', ms, locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * An instant (Unix ms) to the second with the name of its zone, such as "20 Nov 2026, 06:50:12 UTC" or
 * "2026年11月20日 06:50:12（UTC）".
 */
export function formatDateTime(ms: number, locale: Locale, zone: Zone): string {
  if (languageOf(locale) === 'en')
    return formatIn(zone, ms, locale, { dateStyle: 'medium', timeStyle: 'long' });
  // Intl writes the zone between the day and the time in Chinese.
  const time = formatIn(zone, ms, locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const parts = formatOf(zone, locale, { timeStyle: 'long' }).formatToParts(ms);
  return `${time}（${parts.find(({ type }) => type === 'timeZoneName')?.value}）`;
}

/** The time of day of an instant (Unix ms) to the second in the reader's zone, such as "06:50:12". */
export function formatClock(ms: number, locale: Locale): string {
  return formatIn('local', ms, locale, { timeStyle: 'medium' });
}

/** The days from one instant to another (Unix ms), such as "25 Nov – 1 Dec" or "11月25日至12月1日"; local time. */
export function formatDayRange(from: number, to: number, locale: Locale): string {
  return dateTimeFormat(locale, shortDay).formatRange(from, to);
}

/** The day of an instant (Unix ms) near by, such as "25 Nov" or "11月25日"; local time. */
export function formatShortDay(ms: number, locale: Locale): string {
  return formatIn('local', ms, locale, shortDay);
}
