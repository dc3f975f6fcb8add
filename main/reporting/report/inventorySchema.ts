import { revocationReasons } from '#shared/domain/authorityNews.ts';
import { conditionKinds } from '#shared/domain/conditions/conditions.ts';
import { placeStatuses } from '#shared/domain/conditions/places.ts';
import { orderStatuses } from '#shared/domain/status.ts';
import { z } from '#shared/zod.ts';

const time = z.iso.datetime();
const placeStatus = z.enum(placeStatuses);
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
      status: placeStatus,
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
  schema: z.literal(2),
  changed: z.literal(false).describe('A report changes nothing.'),
  takenAt: time,
  clockAheadSeconds: z
    .int()
    .nullable()
    .describe('How far the clock of this computer is ahead; negative: behind; null: right, as far as known.'),
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
      status: z.enum(orderStatuses).describe('That of the worst condition; healthy: there is none.'),
      conditions: z
        .array(
          z.strictObject({
            kind: z.enum(conditionKinds).describe('A word that does not change: docs/states.md.'),
            severity: z.enum(['critical', 'attention', 'notice']),
            since: time.nullable().describe('null: that is not known.'),
          }),
        )
        .describe('What is wrong with the order, or may be, worst first.'),
      failure: z.string().nullable(),
      findings: z.array(z.looseObject({ kind: z.string() })),
      waitsUntil: time.nullable(),
      fingerprint256: z.string().nullable(),
      commonName: z.string().nullable(),
      issuer: z.string().nullable(),
      domains: z.array(z.string()),
      notBefore: time.nullable(),
      notAfter: time.nullable(),
      chainEnd: z
        .strictObject({ name: z.string(), at: time })
        .nullable()
        .describe('The certificate in the chain that expires before the leaf, and when; null: none.'),
      lastConfirmedAt: time.nullable(),
      usualLead: z.strictObject({ seconds: z.int(), renewals: z.int() }).nullable(),
      renewal: z.strictObject({
        state: z
          .enum(['unknown', 'expected', 'notDue', 'due', 'overdue'])
          .describe(
            'expected: no renewal was seen, so dueAt is a guess, and nothing is due or overdue then.',
          ),
        dueAt: time.nullable().describe('When the order is usually, or expected to be, renewed.'),
        overdueSeconds: z.int().nullable(),
      }),
      revocation: z
        .strictObject({ at: time, reason: z.enum(revocationReasons) })
        .nullable()
        .describe('What the revocation list of its authority says; null: it is not known to be revoked.'),
      replacement: z
        .strictObject({ from: time, by: time })
        .nullable()
        .describe('From when on, and by when, its authority wants it replaced; null: it does not say so.'),
      deployment: z
        .strictObject({
          status: placeStatus.describe('The worst of its endpoints and exported files.'),
          addresses: z.int(),
          affected: z.int().describe('Addresses with this status.'),
          copies: z.int(),
          copiesAffected: z.int().describe('Exported files, counted by folder, with this status.'),
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
