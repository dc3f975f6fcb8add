import { useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { isPushOnly, type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { HookView } from '#shared/domain/receiver.ts';

/** The origin of orders: a connection that is polled, or a hook that receives push-only orders. */
export interface OrderSource {
  readonly id: string;
  readonly name: string;
  readonly kind: 'connection' | 'hook';
}

/** All connections, and the hooks that push-only orders come from. */
export function orderSources(
  connections: readonly ConnectionView[],
  hooks: readonly HookView[],
  orders: ReadonlyMap<string, OrderRow>,
): readonly OrderSource[] {
  const sources: OrderSource[] = connections.map(({ id, name }) => ({ id, name, kind: 'connection' }));
  if (hooks.length === 0) return sources;
  const used = new Set<string>();
  for (const row of orders.values()) if (isPushOnly(row)) used.add(sourceId(row));
  for (const { id, name } of hooks) if (used.has(id)) sources.push({ id, name, kind: 'hook' });
  return sources;
}

export function useOrderSources(): readonly OrderSource[] {
  const connections = useApp((app) => app.connections);
  const hooks = useApp((app) => app.receiver.hooks);
  const orders = useApp((app) => app.orders);
  return useMemo(() => orderSources(connections, hooks, orders), [connections, hooks, orders]);
}
