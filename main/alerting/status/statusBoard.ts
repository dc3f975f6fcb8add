import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { deriveStatus, nextStatusChange, type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** The state of all orders together, as the tray tells it. */
export interface StatusSummary {
  /** `null` when there are no orders. */
  readonly worst: OrderStatus | null;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** The order that expires next, of those that have not yet. */
  readonly next: OrderRow | null;
  /** The orders whose notAfter is first, those that have expired included: at most `SOONEST_COUNT`. */
  readonly soonest: readonly OrderRow[];
  readonly total: number;
  /** How many orders wait because the service asked to, and until when the last of them does (Unix ms). */
  readonly serviceWaits: { readonly count: number; readonly until: number } | null;
}

/** How many orders the tray's menu names. */
export const SOONEST_COUNT = 5;

export interface StatusBoardPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly orders: () => readonly OrderRow[];
  readonly pollingKind: (connectionId: string) => PollingState['kind'];
  readonly settings: () => Settings;
  /** Whether there is something besides orders that time alone changes. */
  readonly isMoreAwaited: () => boolean;
}

/** Changes that come in a burst, as in a sync, are counted once. */
const SETTLE_MS = 200;

/** The wall clock may jump, and sleep stops timers: no wait is longer than this. */
const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * Follows the status of every order through changes and through time: it looks again when told to, and at the moment
 * when the next order crosses a boundary.
 */
export class StatusBoard implements Disposable {
  readonly #ports: StatusBoardPorts;
  readonly #changed = new Emitter<StatusSummary>('statusBoard.changed');
  #summary: StatusSummary = summarise([], [], 0);
  #pending: { readonly at: number; readonly timer: Disposable } | null = null;

  /** Fires after every look, also when the counts are the same: the next expiry is nearer. */
  readonly onDidLook = this.#changed.event;

  constructor(ports: StatusBoardPorts) {
    this.#ports = ports;
  }

  summary(): StatusSummary {
    return this.#summary;
  }

  /** Something changed that may change a status. */
  touch(): void {
    this.#lookIn(SETTLE_MS);
  }

  /** Looks now, and from then on at every boundary. */
  look(): void {
    const { clock, orders, pollingKind, settings, isMoreAwaited } = this.#ports;
    const now = clock.now();
    const rules = settings();
    const rows = orders();
    this.#pending?.timer.dispose();
    this.#pending = null;
    // First of all the next look: a bug in this one must not end all others.
    if (rows.length > 0 || isMoreAwaited()) this.#lookIn(LONGEST_WAIT_MS);
    const statuses = rows.map((row) => deriveStatus(row, pollingKind(sourceId(row)), rules, now));
    this.#summary = summarise(rows, statuses, now);
    let changesAt = Number.POSITIVE_INFINITY;
    for (const row of rows) {
      const polling = pollingKind(sourceId(row));
      changesAt = Math.min(changesAt, nextStatusChange(row, polling, rules, now));
    }
    if (changesAt < now + LONGEST_WAIT_MS) this.#lookIn(changesAt - now);
    this.#changed.fire(this.#summary);
  }

  dispose(): void {
    this.#pending?.timer.dispose();
    this.#pending = null;
  }

  #lookIn(delayMs: number): void {
    const { clock, scheduler } = this.#ports;
    const at = clock.monotonic() + delayMs;
    if (this.#pending !== null && this.#pending.at <= at) return;
    this.#pending?.timer.dispose();
    const timer = scheduler.after(delayMs, () => {
      this.#pending = null;
      this.look();
    });
    this.#pending = { at, timer };
  }
}

function summarise(rows: readonly OrderRow[], statuses: readonly OrderStatus[], now: number): StatusSummary {
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<
    OrderStatus,
    number
  >;
  for (const status of statuses) counts[status] += 1;
  const worst = orderStatuses.find((status) => counts[status] > 0) ?? null;
  return {
    worst,
    counts,
    next: nextOf(rows, now),
    soonest: soonestOf(rows),
    total: statuses.length,
    serviceWaits: waitsOf(rows, now),
  };
}

function waitsOf(rows: readonly OrderRow[], now: number): StatusSummary['serviceWaits'] {
  const ends = rows.flatMap((row) => waitsUntil(row, now) ?? []);
  return ends.length === 0
    ? null
    : { count: ends.length, until: ends.reduce((one, other) => Math.max(one, other)) };
}

function nextOf(rows: readonly OrderRow[], now: number): OrderRow | null {
  let next: OrderRow | null = null;
  for (const row of rows) {
    if (row.notAfter === null || row.notAfter < now) continue;
    if (next?.notAfter == null || row.notAfter < next.notAfter) next = row;
  }
  return next;
}

/** One walk with a short list: sorting 10,000 orders for five of them would take longer than all the rest. */
function soonestOf(rows: readonly OrderRow[]): readonly OrderRow[] {
  const soonest: { readonly row: OrderRow; readonly notAfter: number }[] = [];
  for (const row of rows) {
    const { notAfter } = row;
    if (notAfter === null) continue;
    const last = soonest[SOONEST_COUNT - 1];
    if (last !== undefined && notAfter >= last.notAfter) continue;
    const place = soonest.findIndex((each) => notAfter < each.notAfter);
    soonest.splice(place === -1 ? soonest.length : place, 0, { row, notAfter });
    soonest.length = Math.min(soonest.length, SOONEST_COUNT);
  }
  return soonest.map(({ row }) => row);
}
