import type { OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';

interface Cached {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly now: number;
  readonly ids: ReadonlySet<string>;
}

/** The last result. A change of the orders gives a new map, so comparing it by identity is enough. */
let cached: Cached | null = null;

/** The ids of the orders that are later than their usual renewal at `now` (Unix ms). */
export function overdueOrders(orders: ReadonlyMap<string, OrderRow>, now: number): ReadonlySet<string> {
  if (cached?.orders === orders && cached.now === now) return cached.ids;
  const ids = new Set<string>();
  for (const row of orders.values()) if (renewalState(row, now).kind === 'overdue') ids.add(row.id);
  cached = { orders, now, ids };
  return ids;
}
