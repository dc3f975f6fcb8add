import { conditionKinds } from '#shared/domain/conditions/conditions.ts';
import { aboutKeys, orderSchemas, type Zod } from '#shared/domain/orderFields.ts';

export type { Zod };

/** What every order in the answer of a command has. */
export const about = (z: Zod) => orderSchemas(aboutKeys, z);

export const reason = (z: Zod) =>
  z.string().nullable().describe('Why it failed or was not done: a word that does not change.');

/** One line instead of the JSON of any command, when nothing was done. */
export const errorResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('Nothing was changed.'),
    error: z.strictObject({
      kind: z.string().describe('Why not: a word that does not change.'),
      message: z.string().describe('The same in the language of the user, as on standard error.'),
    }),
  });

/** The JSON of `metrics --out` and `config export --out` with `--json`. */
export const writtenResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the file was not there before, or had another content.'),
    file: z.string(),
  });

/** The JSON of `check --json`, also where there is no answer. */
export const checkResult = (z: Zod) => {
  const checkState = z.enum(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN']);

  const checkReasons = z.array(
    z.strictObject({
      kind: z.enum(conditionKinds).describe('A word that does not change: docs/states.md.'),
      state: checkState,
      text: z.string(),
    }),
  );
  return z.strictObject({
    schema: z.literal(2),
    changed: z.literal(false).describe('A check changes nothing.'),
    state: checkState,
    exitCode: z.int(),
    message: z.string().describe('The text of the first line.'),
    counts: z
      .strictObject({ orders: z.int(), critical: z.int(), warning: z.int(), unknown: z.int() })
      .nullable()
      .describe(
        'All orders, and the items of connections and orders with each state. null: there is no answer, and message says why.',
      ),
    connections: z
      .array(z.strictObject({ name: z.string(), state: checkState, reasons: checkReasons }))
      .describe('Those that a check fails for: their orders are not checked at the service.'),
    orders: z.array(
      z.strictObject({
        ...about(z),
        state: checkState,
        reasons: checkReasons,
        secondsLeft: z.int().nullable().describe('Until the certificate expires; null: none is known.'),
        warningBelow: z.int().describe('Seconds left.'),
        criticalBelow: z.int().describe('Seconds left.'),
      }),
    ),
  });
};
