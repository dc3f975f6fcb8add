import type { OrderRow } from '#shared/domain/order.ts';
import { currentApp, useApp } from './appStore.ts';
import { isComplete } from './mirror.ts';
import { untilApp } from './untilApp.ts';

/** All orders, as soon as they are known: for what is done to all of them. */
export async function allOrders(): Promise<readonly OrderRow[]> {
  await untilApp(isComplete);
  return [...(currentApp()?.orders.values() ?? [])];
}

/** All orders by id; `null`: only the first ones are known yet. */
export function useAllOrders(): ReadonlyMap<string, OrderRow> | null {
  return useApp((app) => (isComplete(app) ? app.orders : null));
}
