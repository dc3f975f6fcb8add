import { useDeferredValue, useMemo } from 'react';
import { lazyValue } from '#renderer/hooks/lazyPart.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete } from '#renderer/stores/mirror.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import { initialView, noFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { type EndpointView, hostAndPort } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { dependsOnTime, type SearchQuery } from '#shared/domain/search.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import type { Sort } from '#shared/domain/windowView.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { arrange } from './arrange.ts';
import { type OrderSource, useOrderSources } from './orderSources.ts';

interface ShownOrders {
  /** All sources of orders, also of those that are filtered out. */
  readonly sources: readonly OrderSource[];
  readonly shown: readonly OrderRow[];
  /** Whether `shown` follows what was typed last: it comes a moment later. */
  readonly isCurrent: boolean;
}

/** The orders that match the window's filter, sorted. Until all orders are known: the first ones of the whole list. */
export function useShownOrders(statuses: ReadonlyMap<string, OrderStatus>, sort: Sort): ShownOrders {
  const orders = useApp((app) => app.orders);
  const sources = useOrderSources();
  const wanted = useViewStore((view) => view.filter);
  // Typing stays responsive while thousands of rows are searched.
  const filter = useDeferredValue(wanted);
  const query = useSearchQuery(filter.search);
  const servers = useApp((app) => serversOf(app.endpoints));
  const minute = useNow('minute');
  const now = dependsOnTime(query) ? minute : 0;
  const isWhole = useApp(isComplete);
  const shown = useMemo(
    () =>
      arrange({
        orders,
        sources,
        statuses,
        servers,
        now,
        ...(isWhole ? { filter, query, sort } : firstArrangement),
      }),
    [orders, sources, statuses, servers, now, filter, query, sort, isWhole],
  );
  return { sources, shown, isCurrent: filter === wanted && isWhole && query !== unread };
}

const noQuery: SearchQuery = { terms: [], problems: [] };
/** What was typed is not understood yet. */
const unread: SearchQuery = { ...noQuery };
const firstArrangement = { filter: noFilter, query: noQuery, sort: initialView.sort };

const useParser = lazyValue(async () => (await import('#shared/domain/parseSearch.ts')).parseSearch);

/** What a search in the user's language means. */
export function useSearchQuery(search: string): SearchQuery {
  const t = useT();
  const parse = useParser(search !== '');
  return useMemo(
    () => (search === '' ? noQuery : (parse?.(search, statusNames(t)) ?? unread)),
    [search, t, parse],
  );
}

/** The names of the statuses, by which a search finds them. */
export function statusNames(t: Translate): Readonly<Record<OrderStatus, string>> {
  const names = orderStatuses.map((status) => [status, statusText(status, t)]);
  return Object.fromEntries(names) as Record<OrderStatus, string>;
}

/** Host and port of each endpoint, by the id of its order. */
const serversOf = remembered((endpoints: readonly EndpointView[]) => {
  const servers = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    const known = servers.get(endpoint.orderId);
    if (known === undefined) servers.set(endpoint.orderId, [hostAndPort(endpoint)]);
    else known.push(hostAndPort(endpoint));
  }
  return servers;
});
