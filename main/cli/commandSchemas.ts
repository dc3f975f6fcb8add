import { endpointSchema } from '#main/reporting/report/inventorySchema.ts';
import { z } from '#shared/zod.ts';

/** What every order in the answer of a command has. */
const about = {
  id: z.string(),
  /** The rid, or the name of a push-only order. */
  rid: z.string(),
  title: z.string(),
};

/** The JSON of `sync --json`. Strict, for the tests; readers should ignore unknown keys. */
export const syncSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the service has a new certificate for one of the orders.'),
  orders: z.array(
    z.strictObject({
      ...about,
      notAfter: z.iso.datetime().nullable(),
      result: z.enum(['renewed', 'first', 'unchanged', 'failed', 'skipped']),
      reason: z.string().nullable().describe('Why it failed or was skipped: a word that does not change.'),
      text: z.string().nullable().describe('The same in the language of the user.'),
    }),
  ),
});

/** The JSON of `probe --json`. Strict, for the tests; readers should ignore unknown keys. */
export const probeSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.literal(false).describe('A probe changes nothing.'),
  missed: z.int().describe('Endpoints that were not checked because this computer is offline.'),
  orders: z.array(z.strictObject({ ...about, endpoints: z.array(endpointSchema) })),
});
