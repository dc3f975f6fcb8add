import type { ConnectionView, PollingState } from '#shared/domain/connection.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { deriveStatus, nextStatusChange, type OrderStatus, orderStatuses } from '#shared/domain/status.ts';

/** The status of every order at one moment. */
export interface Assessment {
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** When the first status changes without any new data, Unix ms; Infinity if none does. */
  readonly validUntil: number;
}

/** Derives the status of all orders at `now` (Unix ms). */
export function assess(
  orders: ReadonlyMap<string, OrderRow>,
  connections: readonly ConnectionView[],
  settings: Settings,
  now: number,
): Assessment {
  const polling = new Map<string, PollingState['kind']>(
    connections.map((connection) => [connection.id, connection.polling.kind]),
  );
  const statuses = new Map<string, OrderStatus>();
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<
    OrderStatus,
    number
  >;
  let validUntil = Number.POSITIVE_INFINITY;
  for (const row of orders.values()) {
    const kind = polling.get(sourceId(row)) ?? 'active';
    const status = deriveStatus(row, kind, settings, now);
    statuses.set(row.id, status);
    counts[status] += 1;
    validUntil = Math.min(validUntil, nextStatusChange(row, kind, settings, now));
  }
  return { statuses, counts, validUntil };
}
