import { orderStatuses } from '#shared/domain/status.ts';
import { z } from '#shared/zod.ts';
import { wireStatuses } from './inventoryJson.ts';

const time = z.iso.datetime();
const verdict = z.enum(Object.values(wireStatuses));
const address256 = z.string().regex(/^[0-9a-f]{64}$/u);

/** An endpoint with what its addresses serve. */
export const endpointSchema = z.strictObject({
  host: z.string(),
  port: z.int(),
  protocol: z.string(),
  serverName: z.string().nullable(),
  probedAt: time.nullable(),
  error: z.object({ kind: z.string() }).nullable(),
  addresses: z.array(
    z.strictObject({
      address: z.string(),
      verdict,
      relation: z.string().nullable(),
      fingerprint256: address256.nullable(),
      commonName: z.string().nullable(),
      issuer: z.string().nullable(),
      notBefore: time.nullable(),
      notAfter: time.nullable(),
      servedSince: time.nullable(),
      uncheckedSince: time.nullable(),
      findings: z.array(z.object({ kind: z.string() })),
      error: z.object({ kind: z.string() }).nullable(),
    }),
  ),
  omitted: z.int(),
});

/** The JSON of `status --json` and of saved reports. Strict, for the tests; readers should ignore unknown keys. */
export const inventorySchema = z.strictObject({
  schema: z.literal(1),
  changed: z.literal(false).describe('A report changes nothing.'),
  takenAt: time,
  app: z.strictObject({ name: z.literal('NotAfter'), version: z.string() }),
  orders: z.array(
    z.strictObject({
      id: z.string(),
      rid: z.string(),
      title: z.string(),
      alias: z.string().nullable(),
      tags: z.array(z.string()),
      note: z.string().describe('What the user wrote about it, of several lines; empty: nothing.'),
      connection: z.string(),
      pushOnly: z.boolean(),
      status: z.enum(orderStatuses),
      failure: z.string().nullable(),
      findings: z.array(z.looseObject({ kind: z.string() })),
      waitsUntil: time.nullable(),
      fingerprint256: z.string().nullable(),
      commonName: z.string().nullable(),
      issuer: z.string().nullable(),
      domains: z.array(z.string()),
      notBefore: time.nullable(),
      notAfter: time.nullable(),
      lastConfirmedAt: time.nullable(),
      usualLead: z.strictObject({ seconds: z.int(), renewals: z.int() }).nullable(),
      renewal: z.strictObject({
        state: z.enum(['unknown', 'notDue', 'due', 'overdue']),
        dueAt: time.nullable(),
        overdueSeconds: z.int().nullable(),
      }),
      truth: z
        .strictObject({
          verdict,
          addresses: z.int(),
          affected: z.int(),
          copies: z.int(),
          copiesAffected: z.int(),
          servedNotAfter: time.nullable(),
          uncheckedSince: time.nullable(),
        })
        .nullable(),
      copies: z.array(
        z.strictObject({
          folder: z.string(),
          state: z.string().nullable(),
          outdated: z.boolean(),
          notAfter: time,
        }),
      ),
      endpoints: z.array(endpointSchema),
      validity: z.array(
        z.strictObject({ fingerprint256: z.string(), notBefore: time, notAfter: time, firstSeenAt: time }),
      ),
    }),
  ),
});
