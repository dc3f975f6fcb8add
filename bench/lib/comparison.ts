import { z } from 'zod';

/** What the comparison reads of a row. Older files have no spread. */
export const comparedRows = z.array(
  z.object({
    name: z.string(),
    value: z.number(),
    ratio: z.number().nullable(),
    spread: z.number().default(0),
    goal: z.string().nullable(),
  }),
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
 * The figures that got worse by more than their spread in both runs together, or by more than a tenth where that is their
 * goal. Ratios are compared, and values of figures without a floor. A figure that only one of the runs measured is left out.
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
    // Of a rate more is better; its goal is a minimum.
    const isRate = row.goal?.startsWith('>=') === true;
    const worse = isRate ? compared.before - compared.now : compared.now - compared.before;
    const spread = known.spread + row.spread;
    const isRetired = row.goal?.endsWith(' before') === true;
    const allowed = isRetired ? Math.max(spread, compared.before / 10) : spread;
    return worse > allowed ? [{ name: row.name, ...compared, allowed }] : [];
  });
}
