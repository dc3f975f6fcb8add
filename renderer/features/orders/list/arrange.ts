import type { Filter, Sort } from '#renderer/stores/viewStore.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import type { OrderSource } from './orderSources.ts';

/** Orders that a part of the filter lets through. */
export interface Narrowing {
  has(id: string): boolean;
}

/** All that decides which orders are shown, and in which order. */
export interface Arrangement {
  readonly orders: ReadonlyMap<string, OrderRow>;
  /** The connections and hooks that orders are from. */
  readonly sources: readonly Pick<OrderSource, 'id' | 'name'>[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly filter: Filter;
  /** What the filter lets through by more than a row; an order has to be in each of them. */
  readonly narrowing: readonly Narrowing[];
  readonly sort: Sort;
}

const names = new Intl.Collator(['en', 'zh-CN'], { numeric: true, sensitivity: 'base' });

/** The orders that the filter lets through, sorted. Orders without the value that is sorted by come last. */
export function arrange({
  orders,
  sources,
  statuses,
  filter,
  narrowing,
  sort,
}: Arrangement): readonly OrderRow[] {
  const words = searchWords(filter.search);
  const shown: OrderRow[] = [];
  for (const row of orders.values()) {
    const status = statuses.get(row.id);
    if (filter.statuses.size > 0 && (status === undefined || !filter.statuses.has(status))) continue;
    if (filter.connectionIds.size > 0 && !filter.connectionIds.has(row.connectionId)) continue;
    if (!narrowing.every((ids) => ids.has(row.id))) continue;
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
  const byExpiry: Compare = (a, b) => compareTimes(a.notAfter, b.notAfter, 1) || compareIds(a, b);
  switch (key) {
    case 'expiry':
      return (a, b) => compareTimes(a.notAfter, b.notAfter, sign) || compareIds(a, b);
    case 'confirmed':
      return (a, b) => compareTimes(a.lastConfirmedAt, b.lastConfirmedAt, sign) || byExpiry(a, b);
    case 'name':
      return (a, b) => sign * names.compare(orderTitle(a), orderTitle(b)) || byExpiry(a, b);
    case 'status': {
      const severity = (row: OrderRow) => orderStatuses.indexOf(statuses.get(row.id) ?? 'healthy');
      return (a, b) => sign * (severity(a) - severity(b)) || byExpiry(a, b);
    }
    case 'connection': {
      const ranks = new Map(
        [...sources].sort((a, b) => names.compare(a.name, b.name)).map(({ id }, rank) => [id, rank]),
      );
      const rank = (row: OrderRow) => ranks.get(row.connectionId) ?? ranks.size;
      return (a, b) => sign * (rank(a) - rank(b)) || byExpiry(a, b);
    }
  }
}

function compareTimes(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return sign * (a - b);
}

function compareIds(a: OrderRow, b: OrderRow): number {
  return a.id < b.id ? -1 : 1;
}

/** The words that an order must all contain, in lower case. */
function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Rows never change: what is searched in one is made once. */
const searched = new WeakMap<OrderRow, string>();

function isFound(row: OrderRow, words: readonly string[]): boolean {
  let text = searched.get(row);
  if (text === undefined) {
    text = [row.alias, row.serviceName, row.commonName, ...row.domains, row.rid, row.issuerName]
      .filter((part) => part !== null)
      .join('\n')
      .toLowerCase();
    searched.set(row, text);
  }
  const found = text;
  return words.every((word) => found.includes(word));
}
