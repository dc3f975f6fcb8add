import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok } from '#shared/result.ts';
import { inventoryOrder } from '#test/support/inventoryOrders.ts';

export const now = Date.UTC(2026, 10, 20, 12);

/** A healthy order with 80 days left, with changes. */
export function order(change: Partial<InventoryOrder> = {}): InventoryOrder {
  const names = { id: 'id', rid: 'rid', title: 'Shop', connection: 'Main' };
  const times = { notBefore: now - 10 * DAY_MS, notAfter: now + 80 * DAY_MS, lastConfirmedAt: now };
  return inventoryOrder({ ...names, ...times, lead: null, ...change }, now);
}

/** What commands need to take an inventory of these orders. @param orders `null`: they cannot be read */
export function takesInventory(orders: readonly InventoryOrder[] | null, clockAheadMs: number | null) {
  const none = { list: () => [] };
  const taken =
    orders === null
      ? err({ kind: 'storage' as const, reason: 'damaged' as const, detail: '' })
      : ok({ takenAt: now, clockAheadMs, version: '1', terms: termsOf(defaultSettings), orders });
  return {
    inventories: { take: async () => taken },
    orderList: { list: () => orders ?? [], bareList: () => orders ?? [] },
    ...{ connections: none, hooks: none },
  };
}
