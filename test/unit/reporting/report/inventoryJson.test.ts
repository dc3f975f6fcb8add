import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildInventory } from '#main/reporting/report/inventory.ts';
import { inventoryJson } from '#main/reporting/report/inventoryJson.ts';
import { type DeploymentStatus, probeStatuses } from '#shared/domain/deploymentStatus.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';
import { inventoryOrder, inventoryWith } from './inventories.ts';

const time = z.iso.datetime();
const verdict = z.string().min(1);
const address256 = z.string().regex(/^[0-9a-f]{64}$/u);

/** The documented format of reports; a missing or additional key fails. */
const schema = z.strictObject({
  schema: z.literal(1),
  takenAt: time,
  app: z.strictObject({ name: z.literal('NotAfter'), version: z.string() }),
  orders: z.array(
    z.strictObject({
      id: z.string(),
      rid: z.string(),
      title: z.string(),
      alias: z.string().nullable(),
      connection: z.string(),
      pushOnly: z.boolean(),
      status: z.string(),
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
      endpoints: z.array(
        z.strictObject({
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
        }),
      ),
      validity: z.array(
        z.strictObject({ fingerprint256: z.string(), notBefore: time, notAfter: time, firstSeenAt: time }),
      ),
    }),
  ),
});

describe('the JSON of an inventory', () => {
  it('always has every key', () => {
    const served = address({ served: servedLeaf({ notAfter: now + 9 * DAY_MS }), relation: 'former' });
    const failing = address({ served: null, relation: null, error: { kind: 'refused' } });
    const full = buildInventory({
      takenAt: now,
      version: '1.2.3',
      orders: [orderWithDays('a', 60, now), orderWithDays('b', 60, now, { notAfter: null, notBefore: null })],
      connections: [],
      hooks: [],
      copies: [copy({ orderId: 'a' })],
      endpoints: [endpoint({ orderId: 'a', addresses: [served, failing] })],
      spans: [],
      settings: defaultSettings,
    });
    for (const inventory of [full, inventoryWith([]), inventoryWith([inventoryOrder()])]) {
      expect(schema.parse(JSON.parse(inventoryJson(inventory))).takenAt).toBe('2026-06-15T12:00:00.000Z');
    }
  });

  it('keeps the documented names of statuses', () => {
    const words = probeStatuses.map((status) => {
      const deployment: DeploymentStatus = {
        status,
        addresses: 1,
        affected: 1,
        copies: 0,
        copiesAffected: 0,
        servedNotAfter: null,
        uncheckedSince: null,
      };
      return schema.parse(JSON.parse(inventoryJson(inventoryWith([inventoryOrder({ deployment })]))))
        .orders[0]?.truth?.verdict;
    });
    expect(words).toEqual(['expired', 'different', 'stale', 'faulty', 'unreachable', 'unknown', 'inStep']);
  });

  it('has times in UTC and durations in seconds', () => {
    const overdue = { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS } as const;
    const [order] = schema.parse(
      JSON.parse(inventoryJson(inventoryWith([inventoryOrder({ renewal: overdue })]))),
    ).orders;
    expect(order).toMatchObject({
      notAfter: '2026-08-14T12:00:00.000Z',
      usualLead: { seconds: 2_592_000, renewals: 3 },
      renewal: { state: 'overdue', dueAt: '2026-06-11T12:00:00.000Z', overdueSeconds: 345_600 },
    });
  });

  it('ends with a newline, so that it can be appended and compared', () => {
    expect(inventoryJson(inventoryWith([]))).toMatch(/\}\n$/u);
  });
});
