import type { ConnectionView, PollingState } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import {
  CLOCK_SLACK_MS,
  deriveStatus,
  type OrderStatus,
  orderStatuses,
  STALE_INTERVALS,
} from '#shared/domain/status.ts';
import { MINUTE_MS, windowsFor } from '#shared/domain/thresholds.ts';

/** The status of every order at one moment, and until when that holds. */
export interface Assessment {
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** The first moment (Unix ms) at which a status changes by the clock alone; Infinity when none will. */
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
    const status = deriveStatus(row, polling.get(row.connectionId) ?? 'active', settings, now);
    statuses.set(row.id, status);
    counts[status] += 1;
    validUntil = Math.min(validUntil, nextChange(row, settings, now));
  }
  return { statuses, counts, validUntil };
}

/** The first moment after `now` at which the clock alone can change this order's status. */
export function nextChange(row: OrderRow, settings: Settings, now: number): number {
  const { notBefore, notAfter, lastConfirmedAt } = row;
  const moments: number[] = [];
  if (notAfter !== null) {
    moments.push(notAfter + 1);
    const windows = windowsFor(notBefore ?? Number.NEGATIVE_INFINITY, notAfter, settings);
    moments.push(notAfter - windows.criticalMs, notAfter - windows.warningMs);
  }
  if (notBefore !== null) moments.push(notBefore);
  if (lastConfirmedAt !== null)
    moments.push(
      lastConfirmedAt - CLOCK_SLACK_MS,
      lastConfirmedAt + STALE_INTERVALS * settings.pollIntervalMinutes * MINUTE_MS + 1,
    );
  return Math.min(...moments.filter((moment) => moment > now));
}
