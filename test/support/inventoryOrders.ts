import { buildInventory } from '#main/reporting/report/inventory.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { now as usualNow } from '#test/unit/shared/placeFixtures.ts';
import { orderWithDays, pullSource } from './orderRows.ts';

/** An order without places that has 60 days left at `now` (Unix ms), changed as wanted. What is not given follows from the rest. */
export function inventoryOrder(change: Partial<InventoryOrder> = {}, now = usualNow): InventoryOrder {
  const row = orderWithDays('order-1', 60, now, {
    source: pullSource(change.rid ?? 'rid-1'),
    ...(change.title !== undefined && { alias: change.title }),
    fingerprint256: 'ab'.repeat(32),
    commonName: 'a.example.com',
    domains: ['a.example.com', 'www.a.example.com'],
    issuerName: 'Issuing CA',
    lastConfirmedAt: now - 1000,
    lead: { leadMs: 30 * DAY_MS, renewals: 3 },
    ...change,
  });
  const [notBefore, notAfter] = [now - 30 * DAY_MS, now + 60 * DAY_MS];
  const present = { orderId: row.id, fingerprint256: 'ab'.repeat(32), notBefore, notAfter };
  const polling = { kind: change.polling ?? 'active', since: now, status: 401 } as PollingState;
  const [order] = buildInventory({
    takenAt: now,
    clockAheadMs: null,
    version: '1.2.3',
    orders: [row],
    connections: [{ id: 'c1', name: 'Shop', polling }],
    hooks: [],
    copies: [],
    endpoints: [],
    spans: [
      { ...present, firstSeenAt: notBefore + 1000 },
      {
        orderId: row.id,
        fingerprint256: 'cd'.repeat(32),
        notBefore: notBefore - 60 * DAY_MS,
        notAfter: notBefore + 30 * DAY_MS,
        firstSeenAt: notBefore - 60 * DAY_MS,
      },
    ],
    settings: defaultSettings,
  }).orders;
  return { ...(order as InventoryOrder), ...change };
}

export function inventoryWith(orders: readonly InventoryOrder[]): Inventory {
  const terms = termsOf(defaultSettings);
  return { takenAt: usualNow, clockAheadMs: null, version: '1.2.3', terms, orders };
}

/** Places with this status: two addresses, with changes. */
export function placesWith(change: Partial<DeploymentSummary> = {}): DeploymentSummary {
  return {
    status: 'current',
    addresses: 2,
    affected: 2,
    copies: 0,
    copiesAffected: 0,
    servedNotAfter: null,
    uncheckedSince: null,
    ...change,
  };
}
