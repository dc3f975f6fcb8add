import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { TickUnit } from './ticks.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined) {
    // British order, as everywhere in the app: day before month.
    made = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);
    formats.set(key, made);
  }
  return made;
}

/** The smallest width for a day with its weekday, in pixels. */
const WEEKDAY_WIDTH = 64;

/** The label of a fine unit that starts at `start` (Unix ms) and is `width` pixels wide. */
export function fineTickText(
  unit: TickUnit,
  start: number,
  width: number,
  locale: Locale,
  t: Translate,
): string {
  switch (unit) {
    case 'day':
      if (width < WEEKDAY_WIDTH) return String(new Date(start).getDate());
      return format(locale, { weekday: 'short', day: 'numeric' }).format(start);
    case 'week':
      return format(locale, { day: 'numeric', month: 'short' }).format(start);
    case 'month':
      return format(locale, { month: 'short' }).format(start);
    case 'quarter':
      return t('timeline.quarter', { quarter: Math.floor(new Date(start).getMonth() / 3) + 1 });
    case 'year':
      return format(locale, { year: 'numeric' }).format(start);
  }
}

/** The label of a coarse unit; empty above years. */
export function coarseTickText(coarse: TickUnit, fine: TickUnit, start: number, locale: Locale): string {
  if (coarse === fine) return '';
  if (coarse === 'month') return format(locale, { month: 'long', year: 'numeric' }).format(start);
  return format(locale, { year: 'numeric' }).format(start);
}

/** Today on the axis, such as "20 Nov". */
export function shortDay(moment: number, locale: Locale): string {
  return format(locale, { day: 'numeric', month: 'short' }).format(moment);
}
