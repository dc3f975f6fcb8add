import { useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { type OrderSource, orderSources } from './orderSources.ts';

/** The connections, and the hooks that push-only orders are from. */
export function useOrderSources(): readonly OrderSource[] {
  const connections = useApp((app) => app.connections);
  const hooks = useApp((app) => app.receiver.hooks);
  const orders = useApp((app) => app.orders);
  return useMemo(() => orderSources(connections, hooks, orders), [connections, hooks, orders]);
}
