import { z } from 'zod';

/** The limit of a figure: its ratio to the floor, the difference from the floor, or the value itself. */
interface Goal {
  readonly of: 'ratio' | 'difference' | 'value';
  readonly atMost: number;
}

/** A measured figure. */
export interface Figure {
  readonly name: string;
  /** Samples, in `unit`; the figure is their median. */
  readonly values: readonly number[];
  readonly unit: string;
  /** Samples of the floor, in `unit`; `null` if there is none. */
  readonly floors: readonly number[] | null;
  /** `null` for a figure that is only informative. */
  readonly goal: Goal | null;
}

/** The rows of the JSON file. */
export const benchRows = z.array(
  z.object({
    name: z.string(),
    /** The median, in `unit`. */
    value: z.number(),
    unit: z.string(),
    /** The median of the floor, in `unit`. */
    floor: z.number().nullable(),
    /** Value by floor; `null` without a floor or for a floor of zero. */
    ratio: z.number().nullable(),
    /** Half the interquartile range: of the ratio, or of the value if there is no ratio. */
    spread: z.number(),
    /** In words, such as `<= 1.15x`. */
    goal: z.string().nullable(),
    isMet: z.boolean().nullable(),
  }),
);

/** A figure as a row of the JSON file, rounded to four digits. */
export type BenchRow = z.output<typeof benchRows>[number];

/** The median of numbers. Throws for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The number below which this share of the numbers lies, interpolated. Throws for an empty list. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)];
  const upper = sorted[Math.ceil(place)];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
  return lower + (upper - lower) * (place % 1);
}

/** Half the interquartile range. */
function spreadOf(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
}

/** A figure as a row of the JSON file. */
export function toRow({ name, values, unit, floors, goal }: Figure): BenchRow {
  const value = median(values);
  const floor = floors === null ? null : median(floors);
  const ratio = floor === null || floor === 0 ? null : value / floor;
  // The samples of value and floor are independent: their relative spreads add in squares.
  const spread =
    ratio === null || floors === null
      ? spreadOf(values)
      : Math.hypot(spreadOf(values), ratio * spreadOf(floors)) / median(floors);
  return {
    name,
    value: rounded(value),
    unit,
    floor: floor === null ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    spread: rounded(spread),
    goal: goal === null ? null : goalWords(goal, unit),
    isMet: goal === null ? null : isMet(goal, { value, floor, ratio }),
  };
}

function isMet(
  goal: Goal,
  { value, floor, ratio }: Record<'floor' | 'ratio', number | null> & { readonly value: number },
): boolean {
  switch (goal.of) {
    case 'value':
      return value <= goal.atMost;
    case 'difference':
      return value - (floor ?? 0) <= goal.atMost;
    case 'ratio':
      return ratio !== null && ratio <= goal.atMost;
  }
}

/** The goal as text, such as `<= 1.15x`. */
function goalWords(goal: Goal, unit: string): string {
  switch (goal.of) {
    case 'ratio':
      return `<= ${goal.atMost}x`;
    case 'difference':
      return `<= +${goal.atMost} ${unit}`;
    case 'value':
      return `<= ${goal.atMost} ${unit}`;
  }
}

/** The rows as lines of an aligned table with a heading; a mark says whether the goal is met. */
export function figureTable(rows: readonly BenchRow[]): readonly string[] {
  const cells = rows.map((row) => [
    row.isMet === null ? ' ' : row.isMet ? '✓' : '✗',
    row.name,
    shown(row.value),
    row.floor === null ? '–' : shown(row.floor),
    row.unit,
    row.ratio === null ? '–' : `${row.ratio.toFixed(2)}x`,
    row.goal ?? '–',
  ]);
  const head = ['', 'figure', 'value', 'floor', 'unit', 'ratio', 'goal'];
  return alignedTable([head, ...cells], (column) => [2, 3, 5].includes(column));
}

/** Lines of a table for the terminal. @param isNumber whether a column is aligned to the right */
export function alignedTable(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean,
): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** A number with as many digits as a reader needs. */
export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
