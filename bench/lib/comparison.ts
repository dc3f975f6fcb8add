import { z } from 'zod';

/** What the comparison reads of a row. */
export const comparedRows = z.array(
  z.object({ name: z.string(), value: z.number(), ratio: z.number().nullable(), spread: z.number() }),
);

type ComparedRow = z.output<typeof comparedRows>[number];

/** A figure that got worse: its ratio, or its value without one, and by how much it may. */
export interface Worsening {
  readonly name: string;
  readonly before: number;
  readonly now: number;
  readonly allowed: number;
}

/**
 * The figures that got worse by more than their spread in both runs together. Ratios are compared, and values of figures
 * without a floor. A figure that only one of the runs measured is left out.
 */
export function worsenings(
  before: readonly ComparedRow[],
  now: readonly ComparedRow[],
): readonly Worsening[] {
  const earlier = new Map(before.map((row) => [row.name, row]));
  return now.flatMap((row) => {
    const known = earlier.get(row.name);
    if (known === undefined || (known.ratio === null) !== (row.ratio === null)) return [];
    const compared = { before: known.ratio ?? known.value, now: row.ratio ?? row.value };
    const allowed = known.spread + row.spread;
    return compared.now - compared.before > allowed ? [{ name: row.name, ...compared, allowed }] : [];
  });
}
