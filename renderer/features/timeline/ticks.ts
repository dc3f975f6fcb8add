import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Period } from './timeScale.ts';

/** The units of an axis. */
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

/** The start of the unit that contains a moment, in the system's time zone. Weeks start on Monday. */
export function startOf(unit: TickUnit, moment: number): number {
  const date = new Date(moment);
  const year = date.getFullYear();
  const month = date.getMonth();
  const day = date.getDate();
  switch (unit) {
    case 'day':
      return new Date(year, month, day).getTime();
    case 'week':
      return new Date(year, month, day - ((date.getDay() + 6) % 7)).getTime();
    case 'month':
      return new Date(year, month).getTime();
    case 'quarter':
      return new Date(year, month - (month % 3)).getTime();
    case 'year':
      return new Date(year, 0).getTime();
  }
}

/** The start of the next unit. Days of 23 or 25 hours count as one day. */
export function nextStart(unit: TickUnit, start: number): number {
  const date = new Date(start);
  const year = date.getFullYear();
  const month = date.getMonth();
  const day = date.getDate();
  switch (unit) {
    case 'day':
      return new Date(year, month, day + 1).getTime();
    case 'week':
      return new Date(year, month, day + 7).getTime();
    case 'month':
      return new Date(year, month + 1).getTime();
    case 'quarter':
      return new Date(year, month + 3).getTime();
    case 'year':
      return new Date(year + 1, 0).getTime();
  }
}

/** The starts of all units that overlap a period, in order; the first may be before it. */
export function ticksIn(unit: TickUnit, { from, to }: Period): readonly number[] {
  const ticks: number[] = [];
  for (let tick = startOf(unit, from); tick <= to; tick = nextStart(unit, tick)) ticks.push(tick);
  return ticks;
}
