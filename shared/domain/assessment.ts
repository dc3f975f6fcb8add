import type { ConnectionView, PollingState } from './connection.ts';
import { type OrderRow, sourceId } from './order.ts';
import type { Settings } from './settings.ts';
import {
  deriveStatus,
  nextStatusChange,
  type OrderStatus,
  orderStatuses,
  type StatusFacts,
} from './status.ts';

/** The number of orders with each status. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>;

/** The status of every order at one moment. */
export interface Assessment {
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly counts: StatusCounts;
  /** `null` when there are no orders. */
  readonly worst: OrderStatus | null;
  /** When the first status changes by time alone, Unix ms; `Infinity` if none does. */
  readonly validUntil: number;
}

export const noOrders: Assessment = {
  statuses: new Map(),
  counts: Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>,
  worst: null,
  validUntil: Number.POSITIVE_INFINITY,
};

/**
 * Derives the status of all orders at `now` (Unix ms).
 * @param pollingKind by the id of a connection or a hook
 */
export function assess(
  orders: Iterable<OrderRow>,
  pollingKind: (sourceId: string) => PollingState['kind'],
  settings: Settings,
  now: number,
): Assessment {
  const statuses = new Map<string, OrderStatus>();
  const counts = { ...noOrders.counts };
  let { validUntil } = noOrders;
  for (const row of orders) {
    const kind = pollingKind(sourceId(row));
    const status = deriveStatus(row, kind, settings, now);
    statuses.set(row.id, status);
    counts[status] += 1;
    validUntil = Math.min(validUntil, nextStatusChange(row, kind, settings, now));
  }
  return { statuses, counts, worst: orderStatuses.find((status) => counts[status] > 0) ?? null, validUntil };
}

/** How many orders have each status at `now` (Unix ms). As `assess` counts them, in a fraction of its time. */
export function countStatuses(
  orders: Iterable<StatusFacts>,
  pollingKind: (sourceId: string) => PollingState['kind'],
  settings: Settings,
  now: number,
): StatusCounts {
  const counts = { ...noOrders.counts };
  for (const row of orders) counts[deriveStatus(row, pollingKind(sourceId(row)), settings, now)] += 1;
  return counts;
}

/** The polling of each connection; `active` for an unknown one, and for hooks. */
export function pollingKindOf(
  connections: readonly ConnectionView[],
): (sourceId: string) => PollingState['kind'] {
  const kinds = new Map(connections.map(({ id, polling }) => [id, polling.kind]));
  return (sourceId) => kinds.get(sourceId) ?? 'active';
}
