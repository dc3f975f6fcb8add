import { byExpiry, firstOf } from '#shared/domain/arrangement.ts';
import { type Assessment, assess, noOrders } from '#shared/domain/assessment.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

/** The status of all orders together, for the tray. */
export interface StatusSummary {
  readonly worst: OrderStatus | null;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** The order that expires next, of those that have not expired. */
  readonly next: OrderRow | null;
  /** The orders with the earliest notAfter, expired ones included: at most `SOONEST_COUNT`. */
  readonly soonest: readonly OrderRow[];
  readonly total: number;
  /** Number of orders with a `Retry-After`, and when the last of them ends (Unix ms). */
  readonly serviceWaits: { readonly count: number; readonly until: number } | null;
}

export const SOONEST_COUNT = 5;

interface StatusBoardPorts {
  readonly orders: () => readonly OrderRow[];
  readonly pollingKind: (connectionId: string) => PollingState['kind'];
  readonly settings: () => Settings;
}

export class StatusBoard {
  readonly #ports: StatusBoardPorts;
  #summary = summarise([], noOrders, [], 0);

  constructor(ports: StatusBoardPorts) {
    this.#ports = ports;
  }

  summary(): StatusSummary {
    return this.#summary;
  }

  /** Summarises all orders at `now`. @returns when time alone changes the summary. Both Unix ms. */
  evaluate(now: number): number {
    const { orders, pollingKind, settings } = this.#ports;
    const rows = orders();
    const assessment = assess(rows, pollingKind, settings(), now);
    const waits = rows.flatMap((row) => waitsUntil(row, now) ?? []);
    this.#summary = summarise(rows, assessment, waits, now);
    return waits.reduce((one, other) => Math.min(one, other), assessment.validUntil);
  }
}

/** @param waits the ends of `Retry-After`, Unix ms */
function summarise(
  rows: readonly OrderRow[],
  { counts, worst }: Assessment,
  waits: readonly number[],
  now: number,
): StatusSummary {
  return {
    worst,
    counts,
    next: nextOf(rows, now),
    soonest: firstOf(rows, SOONEST_COUNT, byExpiry).filter(({ notAfter }) => notAfter !== null),
    total: rows.length,
    serviceWaits:
      waits.length === 0
        ? null
        : { count: waits.length, until: waits.reduce((one, other) => Math.max(one, other)) },
  };
}

function nextOf(rows: readonly OrderRow[], now: number): OrderRow | null {
  let next: OrderRow | null = null;
  for (const row of rows) {
    if (row.notAfter === null || row.notAfter < now) continue;
    if (next?.notAfter == null || row.notAfter < next.notAfter) next = row;
  }
  return next;
}
