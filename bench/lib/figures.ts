/**
 * The limit of a figure: its ratio to the floor, the difference from the floor, or the value itself. For a rate
 * the ratio is a minimum.
 */
type Goal =
  | { readonly of: 'ratio' | 'difference' | 'value'; readonly atMost: number }
  | { readonly of: 'rate'; readonly atLeast: number };

/** A measured figure. */
export interface Figure {
  readonly name: string;
  /** Median, in `unit`. */
  readonly value: number;
  readonly unit: string;
  /** The floor, in `unit`; `null` if there is none. */
  readonly floor: number | null;
  /** `null` for a figure that is only informative. */
  readonly goal: Goal | null;
}

/** A figure as a row of the JSON file. `ratio` is value by floor, `goal` is in words. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly goal: string | null;
}

/** The median of numbers. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
  return (lower + upper) / 2;
}

/** Value divided by floor; `null` without a floor or for a floor of zero. */
function ratioOf({ value, floor }: Figure): number | null {
  return floor === null || floor === 0 ? null : value / floor;
}

/** Whether the goal is met; `null` without a goal. */
export function isMet(figure: Figure): boolean | null {
  const { value, floor, goal } = figure;
  switch (goal?.of) {
    case undefined:
      return null;
    case 'value':
      return value <= goal.atMost;
    case 'difference':
      return value - (floor ?? 0) <= goal.atMost;
    case 'ratio':
      return (ratioOf(figure) ?? Number.POSITIVE_INFINITY) <= goal.atMost;
    case 'rate':
      return (ratioOf(figure) ?? 0) >= goal.atLeast;
  }
}

/** The goal as text, such as `<= 1.15x`; `null` without one. */
function goalWords({ goal, unit }: Figure): string | null {
  switch (goal?.of) {
    case undefined:
      return null;
    case 'ratio':
      return `<= ${goal.atMost}x`;
    case 'rate':
      return `>= ${goal.atLeast}x`;
    case 'difference':
      return `<= +${goal.atMost} ${unit}`;
    case 'value':
      return `<= ${goal.atMost} ${unit}`;
  }
}

/** A figure as a row of the JSON file, rounded to four digits. */
export function toRow(figure: Figure): BenchRow {
  const ratio = ratioOf(figure);
  return {
    name: figure.name,
    value: rounded(figure.value),
    unit: figure.unit,
    floor: figure.floor === null ? null : rounded(figure.floor),
    ratio: ratio === null ? null : rounded(ratio),
    goal: goalWords(figure),
  };
}

/** The figures as lines of an aligned table with a heading; a mark says whether the goal is met. */
export function figureTable(figures: readonly Figure[]): readonly string[] {
  const cells = figures.map((figure) => {
    const row = toRow(figure);
    const met = isMet(figure);
    return [
      met === null ? ' ' : met ? '✓' : '✗',
      row.name,
      shown(row.value),
      row.floor === null ? '–' : shown(row.floor),
      row.unit,
      row.ratio === null ? '–' : `${row.ratio.toFixed(2)}x`,
      row.goal ?? '–',
    ];
  });
  const lines = [['', 'figure', 'value', 'floor', 'unit', 'ratio', 'goal'], ...cells];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = [false, false, true, true, false, true, false];
  return lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return isNumber[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
