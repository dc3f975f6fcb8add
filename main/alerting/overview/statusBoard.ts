import { byExpiry, firstOf } from '#shared/domain/arrangement.ts';
import { type Assessment, assess, noOrders } from '#shared/domain/assessment.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { needsAttention, type OrderStatus } from '#shared/domain/status.ts';
import { byNeed, type OrderWithStatus } from './orderWords.ts';

/** The status of all orders together, for the tray. */
export interface StatusSummary {
  readonly worst: OrderStatus | null;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** Number of orders and connections that need the user now. */
  readonly attention: number;
  /** Number of connections whose token the service refuses: none of their orders is checked. */
  readonly rejected: number;
  /** Those of them that matter most, as `byNeed` has them: at most `NAMED_COUNT`. */
  readonly needy: readonly OrderWithStatus[];
  /** The other orders with the earliest end: at most `NAMED_COUNT`. */
  readonly soonest: readonly OrderRow[];
  readonly total: number;
  /** Number of orders with a `Retry-After`, and when the last of them ends (Unix ms). */
  readonly serviceWaits: { readonly count: number; readonly until: number } | null;
  /** How far the clock of this computer is ahead (ms; negative: behind); `null`: right, as far as known. */
  readonly clockAheadMs: number | null;
}

export const NAMED_COUNT = 5;

interface StatusBoardPorts {
  readonly orders: () => readonly OrderRow[];
  readonly pollingKind: (connectionId: string) => PollingState['kind'];
  readonly settings: () => Settings;
  /** As `StatusSummary.clockAheadMs`. */
  readonly clockAheadMs: () => number | null;
}

/** Until `validUntil` (Unix ms), time alone changes nothing in it. */
interface JudgedOrders extends Pick<Assessment, 'statuses' | 'validUntil'> {
  readonly summary: StatusSummary;
}

export class StatusBoard {
  readonly #ports: StatusBoardPorts;
  #summary: StatusSummary = { ...summarise([], noOrders, [], 0, 0), clockAheadMs: null };

  constructor(ports: StatusBoardPorts) {
    this.#ports = ports;
  }

  summary(): StatusSummary {
    return this.#summary;
  }

  /** Judges all orders for what `summary` gives. @param now Unix ms @returns when time alone changes the summary, Unix ms */
  evaluate(now: number): number {
    const { summary, validUntil } = this.judge(now);
    this.#summary = summary;
    return validUntil;
  }

  /** The state at `now`, for what shows it beside the orders of that moment. Both Unix ms. */
  judge(now: number): JudgedOrders {
    const { orders, pollingKind, settings } = this.#ports;
    const rows = orders();
    const assessment = assess(rows, pollingKind, settings(), now);
    const waits = rows.flatMap((row) => waitsUntil(row, now) ?? []);
    const rejected = new Set(rows.map(sourceId).filter((id) => pollingKind(id) === 'rejected'));
    const clockAheadMs = this.#ports.clockAheadMs();
    return {
      summary: { ...summarise(rows, assessment, waits, rejected.size, now), clockAheadMs },
      statuses: assessment.statuses,
      validUntil: waits.reduce((one, other) => Math.min(one, other), assessment.validUntil),
    };
  }
}

/** @param waits the ends of `Retry-After`; these and `now` are Unix ms */
function summarise(
  rows: readonly OrderRow[],
  { statuses, counts, worst }: Assessment,
  waits: readonly number[],
  rejected: number,
  now: number,
): Omit<StatusSummary, 'clockAheadMs'> {
  const isNeedy = ({ id }: OrderRow) => needsAttention(statuses.get(id) ?? 'healthy');
  const needy = rows.filter(isNeedy);
  const calm = needy.length === 0 ? rows : rows.filter((row) => !isNeedy(row));
  const inNeed = needy.map((order) => ({ order, status: statuses.get(order.id) ?? 'healthy' }));
  const arranged = byNeed(inNeed, ({ status }) => status === 'expired', now);
  const longExpired = needy.filter((order) => isLongExpired(order, now)).length;
  // A group of its own in the list: nothing about it is new.
  const apart = isGroupOfExpired(longExpired) ? longExpired : 0;
  return {
    worst,
    counts,
    attention: needy.length - apart + rejected,
    rejected,
    needy: firstOf(inNeed, NAMED_COUNT, arranged).slice(0, needy.length - apart),
    soonest: firstOf(calm, NAMED_COUNT, byExpiry).filter((row) => endOf(row) !== null),
    total: rows.length,
    serviceWaits:
      waits.length === 0
        ? null
        : { count: waits.length, until: waits.reduce((one, other) => Math.max(one, other)) },
  };
}
