import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pictureJson } from '#main/reporting/report/pictureJson.ts';
import { pictureOf } from '#main/reporting/report/pictureOf.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '../../shared/placeFixtures.ts';
import { pictureOrder, pictureWith } from './pictures.ts';

const time = z.iso.datetime();
const verdict = z.string().min(1);
const address256 = z.string().regex(/^[0-9a-f]{64}$/u);

/** What a program that reads reports counts on; a key that is missing or new fails. */
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
              issuer: z.string().nullable(),
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

describe('the JSON of a picture', () => {
  it('has every key, whatever is known', () => {
    const served = address({ served: servedLeaf({ notAfter: now + 9 * DAY_MS }), relation: 'former' });
    const failing = address({ served: null, relation: null, error: { kind: 'refused' } });
    const full = pictureOf({
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
    for (const picture of [full, pictureWith([]), pictureWith([pictureOrder()])]) {
      expect(schema.parse(JSON.parse(pictureJson(picture))).takenAt).toBe('2026-06-15T12:00:00.000Z');
    }
  });

  it('gives times in UTC and spans in seconds', () => {
    const overdue = { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS } as const;
    const [order] = schema.parse(
      JSON.parse(pictureJson(pictureWith([pictureOrder({ renewal: overdue })]))),
    ).orders;
    expect(order).toMatchObject({
      notAfter: '2026-08-14T12:00:00.000Z',
      usualLead: { seconds: 2_592_000, renewals: 3 },
      renewal: { state: 'overdue', dueAt: '2026-06-11T12:00:00.000Z', overdueSeconds: 345_600 },
    });
  });

  it('ends with a line end, so that it can be appended and compared', () => {
    expect(pictureJson(pictureWith([]))).toMatch(/\}\n$/u);
  });
});
