import { type OrderRow, serviceKey } from './order.ts';
import type { SearchFacts } from './search.ts';
import type { OrderStatus } from './status.ts';

/** The searchable text of each row. Rows are immutable. */
const searchable = new WeakMap<OrderRow, string>();

/** What a search compares of an order. @param servers host and port of each of its endpoints */
export function searchFactsOf(
  row: OrderRow,
  status: OrderStatus | undefined,
  servers: readonly string[],
): SearchFacts {
  const text =
    searchable.get(row) ??
    [
      ...[row.alias, row.serviceName, row.commonName, ...row.domains, serviceKey(row), row.issuerName],
      ...[...row.tags, row.note],
    ]
      .filter((part) => part !== null)
      .join('\n')
      .toLowerCase();
  searchable.set(row, text);
  return {
    text,
    issuer: row.issuerName?.toLowerCase() ?? '',
    servers,
    tags: row.tags.map((tag) => tag.toLowerCase()),
    note: row.note.toLowerCase(),
    status,
    notAfter: row.notAfter,
  };
}
