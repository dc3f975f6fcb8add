import { endOf } from './chainEnd.ts';
import { type OrderRow, serviceKey } from './order.ts';
import type { SearchFacts } from './search.ts';
import type { OrderStatus } from './status.ts';

/** What a search compares of the row alone. */
type RowFacts = Omit<SearchFacts, 'servers' | 'status'>;

/** These facts of each row. Rows are immutable, and every letter that is typed searches all of them. */
const ofRows = new WeakMap<OrderRow, RowFacts>();

/** What a search compares of an order. @param servers host and port of each of its endpoints */
export function searchFactsOf(
  row: OrderRow,
  status: OrderStatus | undefined,
  servers: readonly string[],
): SearchFacts {
  const known = ofRows.get(row) ?? rowFactsOf(row);
  ofRows.set(row, known);
  return { ...known, servers, status };
}

function rowFactsOf(row: OrderRow): RowFacts {
  const { alias, serviceName, commonName, domains, issuerName, tags, note } = row;
  const text = [alias, serviceName, commonName, ...domains, serviceKey(row), issuerName, ...tags, note]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();
  return {
    text,
    issuer: issuerName?.toLowerCase() ?? '',
    tags: tags.map((tag) => tag.toLowerCase()),
    note: note.toLowerCase(),
    end: endOf(row),
  };
}
