import { groupAt, manyExpiredLast } from '#renderer/features/orders/list/listEntries.ts';
import type { OrderRow } from '#shared/domain/order.ts';
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
  const groupOf = groupAt(statuses, now);
  return manyExpiredLast(rows, (row) => groupOf(row) === 'longExpired');
}
