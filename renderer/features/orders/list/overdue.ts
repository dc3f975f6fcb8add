import type { OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';

interface Told {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly now: number;
  readonly ids: ReadonlySet<string>;
}

/** The rows come as a new map with every change, and are the same until then. */
let told: Told | null = null;

/** The ids of the orders that are past the time at which they are usually renewed, at `now` (Unix ms). */
export function overdueOrders(orders: ReadonlyMap<string, OrderRow>, now: number): ReadonlySet<string> {
  if (told !== null && told.orders === orders && told.now === now) return told.ids;
  const ids = new Set<string>();
  for (const row of orders.values()) if (renewalState(row, now).kind === 'overdue') ids.add(row.id);
  told = { orders, now, ids };
  return ids;
}
