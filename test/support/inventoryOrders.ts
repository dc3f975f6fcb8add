import { atOnce } from '#main/platform/slices.ts';
import { buildInventory, type InventoryFacts } from '#main/reporting/report/inventory.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/placeSummary.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type {
  Inventory,
  InventoryAddress,
  InventoryEndpoint,
  InventoryOrder,
} from '#shared/domain/inventory.ts';
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
  const building = buildInventory({
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
  });
  const [order] = atOnce(building).orders;
  return { ...(order as InventoryOrder), ...change };
}

/** An inventory of these facts, with one connection and one hook. */
export function inventoryOf(facts: Partial<InventoryFacts>): Inventory {
  const building = buildInventory({
    takenAt: usualNow,
    clockAheadMs: null,
    version: '1.2.3',
    orders: [],
    connections: [{ id: 'c1', name: 'Shop', polling: { kind: 'active' } }],
    hooks: [{ id: 'h1', name: 'Deliveries' }],
    copies: [],
    endpoints: [],
    spans: [],
    settings: defaultSettings,
    ...facts,
  });
  return atOnce(building);
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

/** An endpoint with these addresses, with changes. */
export function inventoryEndpoint(
  addresses: readonly InventoryAddress[],
  change: Partial<InventoryEndpoint> = {},
): InventoryEndpoint {
  return {
    host: 'www.example.com',
    port: 443,
    protocol: 'tls',
    serverName: null,
    probedAt: usualNow,
    error: null,
    omitted: 0,
    addresses,
    ...change,
  };
}

/** An address that serves the certificate of `inventoryOrder`, with changes. */
export function inventoryAddress(change: Partial<InventoryAddress> = {}): InventoryAddress {
  return {
    address: '192.0.2.1',
    status: 'current',
    relation: 'issued',
    fingerprint256: 'ab'.repeat(32),
    commonName: 'a.example.com',
    issuerName: 'Issuing CA',
    notBefore: usualNow - 30 * DAY_MS,
    notAfter: usualNow + 60 * DAY_MS,
    servedSince: usualNow,
    uncheckedSince: null,
    findings: [],
    error: null,
    ...change,
  };
}
