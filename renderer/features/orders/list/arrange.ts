import type { Filter, Sort } from '#renderer/stores/viewStore.ts';
import { byExpiry, compareIds, compareNames, compareTimes } from '#shared/domain/arrangement.ts';
import { type OrderRow, orderTitle, serviceKey, sourceId } from '#shared/domain/order.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import type { OrderSource } from './orderSources.ts';

/** Ids of orders: a set, or a map that is keyed by them. */
export interface IdSet {
  has(id: string): boolean;
}

interface Arrangement {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly sources: readonly Pick<OrderSource, 'id' | 'name'>[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly filter: Filter;
  /** One set per active attention filter; an order must be in all of them. */
  readonly attention: readonly IdSet[];
  readonly sort: Sort;
}

/** Filters and sorts the orders. Orders without a value for the sort key come last. */
export function arrange({
  orders,
  sources,
  statuses,
  filter,
  attention,
  sort,
}: Arrangement): readonly OrderRow[] {
  const words = filter.search.toLowerCase().match(/\S+/gu) ?? [];
  const shown: OrderRow[] = [];
  for (const row of orders.values()) {
    const status = statuses.get(row.id);
    if (filter.statuses.size > 0 && (status === undefined || !filter.statuses.has(status))) continue;
    if (filter.connectionIds.size > 0 && !filter.connectionIds.has(sourceId(row))) continue;
    if (!attention.every((ids) => ids.has(row.id))) continue;
    if (words.length > 0 && !isFound(row, words)) continue;
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
      return (a, b) => compareTimes(a.notAfter, b.notAfter, sign) || compareIds(a, b);
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

/** The searchable text of each row. Rows are immutable. */
const searchable = new WeakMap<OrderRow, string>();

function isFound(row: OrderRow, words: readonly string[]): boolean {
  const text =
    searchable.get(row) ??
    [row.alias, row.serviceName, row.commonName, ...row.domains, serviceKey(row), row.issuerName]
      .filter((part) => part !== null)
      .join('\n')
      .toLowerCase();
  searchable.set(row, text);
  return words.every((word) => text.includes(word));
}
