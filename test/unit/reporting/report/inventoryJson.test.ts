import { describe, expect, it } from 'vitest';
import { atOnce } from '#main/platform/slices.ts';
import { buildInventory } from '#main/reporting/report/inventory.ts';
import { inventoryJson, inventorySchema } from '#main/reporting/report/inventoryJson.ts';
import { placeStatuses } from '#shared/domain/conditions/places.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { z } from '#shared/zod.ts';
import { inventoryOrder, inventoryWith, placesWith } from '#test/support/inventoryOrders.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';

const schema = inventorySchema(z);

function textOf(inventory: Inventory): string {
  return [...inventoryJson(inventory)].join('');
}

function parsed(inventory: Inventory) {
  return schema.parse(JSON.parse(textOf(inventory)));
}

function orderOf(row: OrderRow) {
  const facts = {
    connections: [],
    hooks: [],
    copies: [],
    endpoints: [],
    spans: [],
    settings: defaultSettings,
  };
  const building = buildInventory({
    ...facts,
    takenAt: now,
    clockAheadMs: null,
    version: '1.2.3',
    orders: [row],
  });
  const [order] = parsed(atOnce(building)).orders;
  if (order === undefined) throw new Error('The JSON has no order.');
  return order;
}

describe('the JSON of an inventory', () => {
  it('always has every key', () => {
    const served = address({ served: servedLeaf({ notAfter: now + 9 * DAY_MS }), relation: 'former' });
    const failing = address({ served: null, relation: null, error: { kind: 'refused' } });
    const building = buildInventory({
      takenAt: now,
      clockAheadMs: null,
      version: '1.2.3',
      orders: [orderWithDays('a', 60, now), orderWithDays('b', 60, now, { notAfter: null, notBefore: null })],
      connections: [],
      hooks: [],
      copies: [copy({ orderId: 'a' })],
      endpoints: [endpoint({ orderId: 'a', addresses: [served, failing] })],
      spans: [],
      settings: defaultSettings,
    });
    for (const inventory of [atOnce(building), inventoryWith([]), inventoryWith([inventoryOrder()])]) {
      expect(parsed(inventory).takenAt).toBe('2026-06-15T12:00:00.000Z');
    }
  });

  it('says the status of places in the words of all surfaces', () => {
    const words = placeStatuses.map((status) => {
      const order = inventoryOrder({ places: placesWith({ status }) });
      return parsed(inventoryWith([order])).orders[0]?.deployment?.status;
    });
    expect(words).toEqual([
      'expired',
      'foreign',
      'stale',
      'misconfigured',
      'unreachable',
      'unknown',
      'current',
    ]);
  });

  it('has every condition with its severity and since when it holds, worst first', () => {
    const late = orderWithDays('a', 5, now, {
      lead: { leadMs: 30 * DAY_MS, renewals: 3 },
      lastConfirmedAt: now,
      authority: {
        revoked: { at: now - DAY_MS, reason: 'keyCompromise' },
        replacement: { from: now - 2 * DAY_MS, by: now + DAY_MS, explanationUrl: null },
        revocationCheck: null,
        renewalCheck: null,
      },
    });
    const { status, conditions, revocation, replacement } = orderOf(late);
    expect(status).toBe('revoked');
    expect(conditions).toEqual([
      { kind: 'revoked', severity: 'critical', since: null },
      { kind: 'endsSoon', severity: 'critical', since: '2026-06-13T12:00:00.000Z' },
      { kind: 'toReplace', severity: 'attention', since: '2026-06-13T12:00:00.000Z' },
      { kind: 'overdue', severity: 'attention', since: '2026-05-24T12:00:00.001Z' },
    ]);
    expect(revocation).toEqual({ at: '2026-06-14T12:00:00.000Z', reason: 'keyCompromise' });
    expect(replacement).toEqual({ from: '2026-06-13T12:00:00.000Z', by: '2026-06-16T12:00:00.000Z' });
  });

  it('says that a renewal is expected, and never due or overdue, if none was seen', () => {
    const lead = { leadMs: 30 * DAY_MS, renewals: 0 };
    for (const days of [60, 29, 5, -1]) {
      expect(orderOf(orderWithDays('a', days, now, { lead, lastConfirmedAt: now }))).toMatchObject({
        usualLead: { renewals: 0 },
        renewal: { state: 'expected', overdueSeconds: null },
      });
    }
  });

  it('has times in UTC and durations in seconds', () => {
    const overdue = { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS } as const;
    const [order] = parsed(inventoryWith([inventoryOrder({ renewal: overdue })])).orders;
    expect(order).toMatchObject({
      notAfter: '2026-08-14T12:00:00.000Z',
      usualLead: { seconds: 2_592_000, renewals: 3 },
      renewal: { state: 'overdue', dueAt: '2026-06-11T12:00:00.000Z', overdueSeconds: 345_600 },
    });
  });

  it('ends with a newline, so that it can be appended and compared', () => {
    expect(textOf(inventoryWith([]))).toMatch(/\}\n$/u);
  });

  it('is indented like the JSON of any other command', () => {
    for (const orders of [
      [],
      [inventoryOrder()],
      [inventoryOrder(), inventoryOrder({ id: '2', note: 'a\nb' })],
    ]) {
      const text = textOf(inventoryWith(orders));
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });
});
