import { remembered } from '#renderer/stores/remembered.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';

/** The ids of the orders that are later than their usual renewal at `now` (Unix ms). */
export const overdueOrders = remembered(
  (orders: ReadonlyMap<string, OrderRow>, now: number): ReadonlySet<string> => {
    const ids = new Set<string>();
    for (const row of orders.values()) if (renewalState(row, now).kind === 'overdue') ids.add(row.id);
    return ids;
  },
);
