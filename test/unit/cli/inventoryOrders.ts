import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { inventoryOrder } from '#test/support/inventoryOrders.ts';

export const now = Date.UTC(2026, 10, 20, 12);

/** A healthy order with 80 days left, with changes. */
export function order(change: Partial<InventoryOrder> = {}): InventoryOrder {
  const names = { id: 'id', rid: 'rid', title: 'Shop', connection: 'Main' };
  const times = { notBefore: now - 10 * DAY_MS, notAfter: now + 80 * DAY_MS, lastConfirmedAt: now };
  return inventoryOrder({ ...names, ...times, lead: null, ...change }, now);
}
