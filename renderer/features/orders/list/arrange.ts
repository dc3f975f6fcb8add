import type { Filter } from '#renderer/stores/viewStore.ts';
import { byExpiry, compareIds, compareNames, compareTimes } from '#shared/domain/arrangement.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle, sourceId } from '#shared/domain/order.ts';
import { searchFactsOf } from '#shared/domain/orderSearch.ts';
import { isFound, type SearchQuery } from '#shared/domain/search.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import type { Sort } from '#shared/domain/windowView.ts';
import type { OrderSource } from './orderSources.ts';

interface Arrangement {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly sources: readonly Pick<OrderSource, 'id' | 'name'>[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly query: SearchQuery;
  /** Host and port of each endpoint, by the id of the order. */
  readonly servers: ReadonlyMap<string, readonly string[]>;
  /** Unix ms; matters only for a search that depends on the time. */
  readonly now: number;
}

/** Filters and sorts the orders. Orders without a value for the sort key come last. */
export function arrange({
  orders,
  sources,
  statuses,
  filter,
  sort,
  query,
  servers,
  now,
}: Arrangement): readonly OrderRow[] {
  const { statuses: chosen, connectionIds, expires } = filter;
  const hasQuery = query.terms.length > 0 || query.problems.length > 0;
  const shown: OrderRow[] = [];
  for (const row of orders.values()) {
    const status = statuses.get(row.id);
    if (chosen.size > 0 && (status === undefined || !chosen.has(status))) continue;
    if (connectionIds.size > 0 && !connectionIds.has(sourceId(row))) continue;
    if (expires !== null && !isWithin(row, expires)) continue;
    if (hasQuery && !isFound(query, searchFactsOf(row, status, servers.get(row.id) ?? noServers), now))
      continue;
    shown.push(row);
  }
  return shown.sort(comparison(sources, statuses, sort));
}

type Compare = (a: OrderRow, b: OrderRow) => number;

function comparison(
  sources: Arrangement['sources'],
  statuses: ReadonlyMap<string, OrderStatus>,
  { key, descending }: Sort,
): Compare {
  const sign = descending ? -1 : 1;
  switch (key) {
    case 'expiry':
      return (a, b) => compareTimes(endOf(a), endOf(b), sign) || compareIds(a, b);
    case 'confirmed':
      return (a, b) => compareTimes(a.lastConfirmedAt, b.lastConfirmedAt, sign) || byExpiry(a, b);
    case 'name':
      return (a, b) => sign * compareNames(orderTitle(a), orderTitle(b)) || byExpiry(a, b);
    case 'status': {
      const severity = (row: OrderRow) => orderStatuses.indexOf(statuses.get(row.id) ?? 'healthy');
      return (a, b) => sign * (severity(a) - severity(b)) || byExpiry(a, b);
    }
    case 'connection': {
      const ranks = new Map(
        [...sources].sort((a, b) => compareNames(a.name, b.name)).map(({ id }, rank) => [id, rank]),
      );
      const rank = (row: OrderRow) => ranks.get(sourceId(row)) ?? ranks.size;
      return (a, b) => sign * (rank(a) - rank(b)) || byExpiry(a, b);
    }
  }
}

function isWithin(row: OrderRow, { from, until }: NonNullable<Filter['expires']>): boolean {
  const end = endOf(row);
  return end !== null && end >= from && end < until;
}

const noServers: readonly string[] = [];
