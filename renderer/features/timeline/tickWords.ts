import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { TickUnit } from './ticks.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined) {
    // As everywhere in the app: the day before the name of the month.
    made = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);
    formats.set(key, made);
  }
  return made;
}

/** A day with its weekday needs this much room, in pixels. */
const WEEKDAY_WIDTH = 64;

/** What stands at the beginning (Unix ms) of a unit of the axis that is `width` pixels wide. */
export function fineWords(
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

/** What stands over the units that a month or a year groups; nothing over years. */
export function coarseWords(coarse: TickUnit, fine: TickUnit, start: number, locale: Locale): string {
  if (coarse === fine) return '';
  if (coarse === 'month') return format(locale, { month: 'long', year: 'numeric' }).format(start);
  return format(locale, { year: 'numeric' }).format(start);
}

/** Today on the axis, such as "20 Nov". */
export function shortDay(moment: number, locale: Locale): string {
  return format(locale, { day: 'numeric', month: 'short' }).format(moment);
}
