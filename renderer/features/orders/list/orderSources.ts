import type { ConnectionView } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { HookView } from '#shared/domain/receiver.ts';

/** Where orders are from: a connection that is asked, or a hook that delivers push-only orders. */
export interface OrderSource {
  readonly id: string;
  readonly name: string;
  readonly kind: 'connection' | 'hook';
}

/** Every connection, and every hook that a push-only order is from. */
export function orderSources(
  connections: readonly ConnectionView[],
  hooks: readonly HookView[],
  orders: ReadonlyMap<string, OrderRow>,
): readonly OrderSource[] {
  const sources: OrderSource[] = connections.map(({ id, name }) => ({ id, name, kind: 'connection' }));
  if (hooks.length === 0) return sources;
  const used = new Set<string>();
  for (const row of orders.values()) if (row.pushOnly) used.add(row.connectionId);
  for (const { id, name } of hooks) if (used.has(id)) sources.push({ id, name, kind: 'hook' });
  return sources;
}
