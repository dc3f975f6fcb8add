import { useDeferredValue, useMemo } from 'react';
import { useDrifted } from '#renderer/features/deployment/endpoints/useDeploymentStatus.ts';
import { copyAttention } from '#renderer/features/deployment/files/copyAttention.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete } from '#renderer/stores/mirror.ts';
import { type Filter, initialView, noFilter, type Sort, useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { arrange, type IdSet } from './arrange.ts';
import { type OrderSource, useOrderSources } from './orderSources.ts';
import { overdueOrders } from './overdueOrders.ts';

interface ShownOrders {
  /** All sources of orders, also of those that are filtered out. */
  readonly sources: readonly OrderSource[];
  readonly shown: readonly OrderRow[];
}

/** The orders that match the window's filter, sorted. Until all orders are known: the first ones of the whole list. */
export function useShownOrders(statuses: ReadonlyMap<string, OrderStatus>, sort: Sort): ShownOrders {
  const orders = useApp((app) => app.orders);
  const sources = useOrderSources();
  // Typing stays responsive while thousands of rows are searched.
  const filter = useDeferredValue(useViewStore((view) => view.filter));
  const attention = useAttention(filter);
  const isWhole = useApp(isComplete);
  const shown = useMemo(
    () =>
      arrange({
        ...{ orders, sources, statuses },
        ...(isWhole ? { filter, attention, sort } : firstArrangement),
      }),
    [orders, sources, statuses, filter, attention, sort, isWhole],
  );
  return { sources, shown };
}

const firstArrangement = { filter: noFilter, attention: [], sort: initialView.sort };

/** The orders that each active attention filter lets through. */
function useAttention({ copies, drifted, overdue }: Filter): readonly IdSet[] {
  const now = useNow('minute');
  const withCopies = useApp((app) => copyAttention(app.copies));
  const withDrift = useDrifted();
  const late = useApp((app) => overdueOrders(app.orders, now));
  // A set that no filter uses must not cause a new arrangement every minute.
  const copiesOn = copies ? withCopies : null;
  const driftedOn = drifted ? withDrift : null;
  const overdueOn = overdue ? late : null;
  return useMemo(
    () => [copiesOn, driftedOn, overdueOn].filter((ids) => ids !== null),
    [copiesOn, driftedOn, overdueOn],
  );
}
