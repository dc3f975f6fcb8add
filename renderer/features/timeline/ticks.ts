import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Period } from './timeScale.ts';

/** What an axis counts in. */
export type TickUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The units of an axis: the fine one, and the one that groups it. */
export interface AxisUnits {
  readonly fine: TickUnit;
  readonly coarse: TickUnit;
}

/** The room that the words for a unit need, in pixels. */
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

/** The finest units whose words have room at this scale. */
export function unitsFor(pxPerMs: number): AxisUnits {
  const found = leastWidths.find(([, days, px]) => days * DAY_MS * pxPerMs >= px);
  const fine = found?.[0] ?? 'year';
  return { fine, coarse: coarseUnits[fine] };
}

/** The beginning of the unit that a moment lies in, by the calendar of the machine's zone. Weeks begin on Monday. */
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

/** The beginning of the unit after the one that begins at `start`. Days of 23 and 25 hours count as one. */
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

/** The beginnings of all units that share a moment with a period, in order: the first may lie before it. */
export function ticksIn(unit: TickUnit, { from, to }: Period): readonly number[] {
  const ticks: number[] = [];
  for (let tick = startOf(unit, from); tick <= to; tick = nextStart(unit, tick)) ticks.push(tick);
  return ticks;
}
