import { groupOf } from '#shared/domain/attention.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/**
 * Puts orders that expired long ago after the others, the last expired first, where the list has a group of them: the first
 * rows are those that can still be saved.
 * @param rows in the order of their expiry
 * @param now Unix ms
 */
export function longExpiredLast(
  rows: readonly OrderRow[],
  statuses: ReadonlyMap<string, OrderStatus>,
  now: number,
): readonly OrderRow[] {
  const isLong = (row: OrderRow) =>
    groupOf(row, statuses.get(row.id) ?? 'neverFetched', now) === 'longExpired';
  const [others, long]: [OrderRow[], OrderRow[]] = [[], []];
  for (const row of rows) (isLong(row) ? long : others).push(row);
  return isGroupOfExpired(long.length) ? [...others, ...long.reverse()] : rows;
}
