import { DAY_MS } from './thresholds.ts';

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone, in days since 1970-01-01. */
function calendarDay(instant: number, timeZone: string | undefined): number {
  // A format of the system's zone takes 4 ms to make.
  if (timeZone === undefined) {
    const date = new Date(instant);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
  }
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    dayFormats.set(timeZone, format);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  return Math.floor(Date.UTC(part.year ?? 1970, (part.month ?? 1) - 1, part.day ?? 1) / DAY_MS);
}

/**
 * Calendar days from today to the day of notAfter in a time zone (IANA name; default: the system's): 0 is today, 1
 * tomorrow, -1 yesterday. Correct across daylight saving, where a day has 23 or 25 hours.
 */
export function calendarDaysUntil(notAfter: number, now: number, timeZone?: string): number {
  return calendarDay(notAfter, timeZone) - calendarDay(now, timeZone);
}
