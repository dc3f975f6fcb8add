import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

/** An order without places that has 60 days left, changed as wanted. */
export function inventoryOrder(change: Partial<InventoryOrder> = {}): InventoryOrder {
  const [notBefore, notAfter] = [now - 30 * DAY_MS, now + 60 * DAY_MS];
  const fingerprint256 = 'ab'.repeat(32);
  return {
    id: 'order-1',
    rid: 'rid-1',
    title: 'a.example.com',
    alias: null,
    tags: [],
    note: '',
    connection: 'Shop',
    pushOnly: false,
    status: 'healthy',
    conditions: [],
    facts: orderWithDays('order-1', 60, now),
    polling: 'active',
    failure: null,
    findings: [],
    waitsUntil: null,
    fingerprint256,
    commonName: 'a.example.com',
    issuerName: 'Issuing CA',
    domains: ['a.example.com', 'www.a.example.com'],
    notBefore,
    chainEnd: null,
    notAfter,
    lastConfirmedAt: now - 1000,
    lead: { leadMs: 30 * DAY_MS, renewals: 3 },
    renewal: { kind: 'notDue', dueAt: notAfter - 30 * DAY_MS },
    deployment: null,
    authority: null,
    copies: [],
    endpoints: [],
    validity: [
      { fingerprint256, notBefore, notAfter, firstSeenAt: notBefore + 1000 },
      {
        fingerprint256: 'cd'.repeat(32),
        notBefore: notBefore - 60 * DAY_MS,
        notAfter: notBefore + 30 * DAY_MS,
        firstSeenAt: notBefore - 60 * DAY_MS,
      },
    ],
    ...change,
  };
}

export function inventoryWith(orders: readonly InventoryOrder[]): Inventory {
  return { takenAt: now, clockAheadMs: null, version: '1.2.3', terms: termsOf(defaultSettings), orders };
}
