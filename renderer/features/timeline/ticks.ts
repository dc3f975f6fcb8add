import { DAY_MS } from '#shared/domain/thresholds.ts';
import { dateTimeFormat } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { Period } from './timeScale.ts';

export type TickUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The unit of an axis, and the larger unit that groups it. */
interface AxisUnits {
  readonly fine: TickUnit;
  readonly coarse: TickUnit;
}

/** The smallest width for the label of a unit, in pixels. */
const leastWidths: readonly (readonly [unit: TickUnit, days: number, px: number])[] = [
  ['day', 1, 26],
  ['week', 7, 64],
  ['month', 28, 40],
  ['quarter', 90, 40],
];

const coarseUnits: Readonly<Record<TickUnit, TickUnit>> = {
  day: 'month',
  week: 'month',
  month: 'year',
  quarter: 'year',
  year: 'year',
};

/** The finest units whose labels fit at this scale. */
export function unitsFor(pxPerMs: number): AxisUnits {
  const found = leastWidths.find(([, days, px]) => days * DAY_MS * pxPerMs >= px);
  const fine = found?.[0] ?? 'year';
  return { fine, coarse: coarseUnits[fine] };
}

/**
 * The start of the unit that contains a moment, or of a unit that is `ahead` units later, in the system's time zone. Weeks
 * start on Monday. Days of 23 or 25 hours count as one day.
 */
export function startOf(unit: TickUnit, moment: number, ahead = 0): number {
  const date = new Date(moment);
  const year = date.getFullYear();
  const month = date.getMonth();
  const day = date.getDate();
  switch (unit) {
    case 'day':
      return new Date(year, month, day + ahead).getTime();
    case 'week':
      return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * ahead).getTime();
    case 'month':
      return new Date(year, month + ahead).getTime();
    case 'quarter':
      return new Date(year, month - (month % 3) + 3 * ahead).getTime();
    case 'year':
      return new Date(year + ahead, 0).getTime();
  }
}

export function nextStart(unit: TickUnit, moment: number): number {
  return startOf(unit, moment, 1);
}

/** The starts of all units that overlap a period, in order; the first may be before it. */
export function ticksIn(unit: TickUnit, { from, to }: Period): readonly number[] {
  const ticks: number[] = [];
  for (let tick = startOf(unit, from); tick <= to; tick = nextStart(unit, tick)) ticks.push(tick);
  return ticks;
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
      return dateTimeFormat(locale, { weekday: 'short', day: 'numeric' }).format(start);
    case 'week':
      return dateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(start);
    case 'month':
      return dateTimeFormat(locale, { month: 'short' }).format(start);
    case 'quarter':
      return t('timeline.quarter', { quarter: Math.floor(new Date(start).getMonth() / 3) + 1 });
    case 'year':
      return dateTimeFormat(locale, { year: 'numeric' }).format(start);
  }
}

/** The label of a coarse unit; empty above years. */
export function coarseTickText(coarse: TickUnit, fine: TickUnit, start: number, locale: Locale): string {
  if (coarse === fine) return '';
  if (coarse === 'month') return dateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(start);
  return dateTimeFormat(locale, { year: 'numeric' }).format(start);
}

/** Today on the axis, such as "20 Nov". */
export function shortDay(moment: number, locale: Locale): string {
  return dateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(moment);
}
