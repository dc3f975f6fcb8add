import { describe, expect, it } from 'vitest';
import { buildInventory } from '#main/reporting/report/inventory.ts';
import { inventoryJson } from '#main/reporting/report/inventoryJson.ts';
import { inventorySchema } from '#main/reporting/report/inventorySchema.ts';
import { type DeploymentSummary, placeStatuses } from '#shared/domain/conditions/places.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';
import { inventoryOrder, inventoryWith } from './inventories.ts';

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
      expect(inventorySchema.parse(JSON.parse(inventoryJson(inventory))).takenAt).toBe(
        '2026-06-15T12:00:00.000Z',
      );
    }
  });

  it('keeps the documented names of statuses', () => {
    const words = placeStatuses.map((status) => {
      const deployment: DeploymentSummary = {
        status,
        addresses: 1,
        affected: 1,
        copies: 0,
        copiesAffected: 0,
        servedNotAfter: null,
        uncheckedSince: null,
      };
      return inventorySchema.parse(JSON.parse(inventoryJson(inventoryWith([inventoryOrder({ deployment })]))))
        .orders[0]?.truth?.verdict;
    });
    expect(words).toEqual(['expired', 'different', 'stale', 'faulty', 'unreachable', 'unknown', 'inStep']);
  });

  it('has times in UTC and durations in seconds', () => {
    const overdue = { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS } as const;
    const [order] = inventorySchema.parse(
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
