import { groupOf } from '#shared/domain/attention.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import {
  type GroupCounts,
  isGroupOfExpired,
  type OrderGroup,
  orderGroups,
} from '#shared/domain/orderGroups.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/** The heading of a group of orders. */
export interface ListGroup {
  readonly id: string;
  /** By expiry, or the orders that have a tag, or none. */
  readonly group: OrderGroup | 'untagged' | { readonly tag: string };
  readonly count: number;
  readonly isCollapsed: boolean;
}

/** An order that the list has already, under another of its tags. */
interface OrderAgain {
  readonly id: string;
  readonly row: OrderRow;
}

/** An order in the list. */
export type OrderEntry = OrderRow | OrderAgain;

/** What the list shows in one row; `undefined`: an order that is not known yet. */
export type ListEntry = OrderEntry | ListGroup | undefined;

/** The order of an entry. */
export function orderOf(entry: OrderEntry): OrderRow {
  return 'row' in entry ? entry.row : entry;
}

/** The id of the row that shows an order again under a tag. */
export function againId(orderId: string, tag: string): string {
  return `${orderId}\n${tag}`;
}

export function isGroup(entry: OrderEntry | ListGroup): entry is ListGroup {
  return 'group' in entry;
}

/** The order that a row shows; `null`: it is a heading. */
export function orderIdOf(rowId: string | null): string | null {
  return rowId === null || rowId.startsWith(GROUP_ID) ? null : (rowId.split('\n')[0] ?? null);
}

export const GROUP_ID = 'group:';

export interface ListEntries {
  readonly entries: readonly ListEntry[];
  /** The indexes of the headings in `entries`. */
  readonly headings: readonly number[];
  /** All orders as the list shows them from top to bottom, also those of collapsed groups. */
  readonly rows: readonly OrderEntry[];
}

/** The entries of a list without groups. */
export function plainEntries(rows: readonly OrderRow[]): ListEntries {
  return { entries: rows, headings: [], rows };
}

/** Which group an order with one of these statuses is in at `now` (Unix ms). */
export const groupAt =
  (statuses: ReadonlyMap<string, OrderStatus>, now: number) =>
  (row: OrderRow): OrderGroup =>
    groupOf(row, statuses.get(row.id) ?? 'neverFetched', now);

/**
 * The entries of a list in groups.
 * @param shown in the order of their expiry
 * @param counts the size of each group, if not all of its orders are known
 * @param all the orders of a filtered list without the filter, which leaves each in its group
 * @param now Unix ms
 */
export function groupedEntries(
  shown: readonly OrderRow[],
  statuses: ReadonlyMap<string, OrderStatus>,
  counts: GroupCounts | null,
  collapsed: ReadonlySet<OrderGroup>,
  now: number,
  all: Iterable<OrderRow> = [],
): ListEntries {
  const groupOf = groupAt(statuses, now);
  const grouped = Map.groupBy(shown, groupOf);
  const countOf = (group: OrderGroup) => Math.max(grouped.get(group)?.length ?? 0, counts?.[group] ?? 0);
  const unfiltered = [...all].filter((row) => groupOf(row) === 'longExpired').length;
  const hasExpired = isGroupOfExpired(Math.max(countOf('longExpired'), unfiltered));
  const entries: ListEntry[] = [];
  const headings: number[] = [];
  const rows: OrderRow[] = [];
  for (const group of orderGroups) {
    if (group === 'longExpired' && !hasExpired) continue;
    const parts = group === 'attention' && !hasExpired ? (['attention', 'longExpired'] as const) : [group];
    const known = parts.flatMap((part) => savableFirst(grouped.get(part) ?? [], statuses));
    const count = parts.reduce((sum, part) => sum + countOf(part), 0);
    if (count === 0) continue;
    const isCollapsed = collapsed.has(group);
    headings.push(entries.length);
    entries.push({ id: `${GROUP_ID}${group}`, group, count, isCollapsed });
    for (const row of known) rows.push(row);
    if (isCollapsed) continue;
    for (const row of known) entries.push(row);
    for (let unknown = known.length; unknown < count; unknown += 1) entries.push(undefined);
  }
  return { entries, headings, rows };
}

/** As `manyExpiredLast`; a group of expired orders alone stays as it is. @param rows of a group, in the order of their expiry */
function savableFirst(
  rows: readonly OrderRow[],
  statuses: ReadonlyMap<string, OrderStatus>,
): readonly OrderRow[] {
  const isExpired = ({ id }: OrderRow) => statuses.get(id) === 'expired';
  return rows.every(isExpired) ? rows : manyExpiredLast(rows, isExpired);
}

/**
 * Puts many expired orders after the others, the last expired first.
 * @param rows in the order of their expiry
 * @param isExpired which of them count as expired
 */
export function manyExpiredLast(
  rows: readonly OrderRow[],
  isExpired: (row: OrderRow) => boolean,
): readonly OrderRow[] {
  const [others, expired]: [OrderRow[], OrderRow[]] = [[], []];
  for (const row of rows) (isExpired(row) ? expired : others).push(row);
  return isGroupOfExpired(expired.length) ? [...others, ...expired.reverse()] : rows;
}
