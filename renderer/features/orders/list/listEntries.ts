import { groupOf } from '#shared/domain/attention.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type GroupCounts, type OrderGroup, orderGroups } from '#shared/domain/orderGroups.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/** The heading of a group of orders. */
export interface ListGroup {
  readonly id: string;
  readonly group: OrderGroup;
  readonly count: number;
  readonly isCollapsed: boolean;
}

/** What the list shows in one row; `undefined`: an order that is not known yet. */
export type ListEntry = OrderRow | ListGroup | undefined;

export function isGroup(entry: OrderRow | ListGroup): entry is ListGroup {
  return 'group' in entry;
}

/** Whether the id of a row is that of an order. */
export function isOrderId(id: string | null): id is string {
  return id !== null && !id.startsWith(GROUP_ID);
}

const GROUP_ID = 'group:';

interface ListEntries {
  readonly entries: readonly ListEntry[];
  /** The indexes of the headings in `entries`. */
  readonly headings: readonly number[];
  /** All orders as the list shows them from top to bottom, also those of collapsed groups. */
  readonly rows: readonly OrderRow[];
}

/** The entries of a list without groups. */
export function plainEntries(rows: readonly OrderRow[]): ListEntries {
  return { entries: rows, headings: [], rows };
}

/**
 * The entries of a list in groups.
 * @param shown in the order of their expiry
 * @param counts the size of each group, if not all of its orders are known
 * @param now Unix ms
 */
export function groupedEntries(
  shown: readonly OrderRow[],
  statuses: ReadonlyMap<string, OrderStatus>,
  counts: GroupCounts | null,
  collapsed: ReadonlySet<OrderGroup>,
  now: number,
): ListEntries {
  const grouped = Map.groupBy(shown, (row) => groupOf(row, statuses.get(row.id) ?? 'neverFetched', now));
  const entries: ListEntry[] = [];
  const headings: number[] = [];
  const rows: OrderRow[] = [];
  for (const group of orderGroups) {
    const known = grouped.get(group) ?? [];
    const count = Math.max(known.length, counts?.[group] ?? 0);
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
