import type { Clock } from '#main/platform/time.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

export interface UnconfirmedWatchPorts {
  readonly clock: Clock;
  readonly ledger: AlertLedger;
  readonly orders: () => readonly OrderRow[];
  /** When an order was added, Unix ms; `null` when it is gone. */
  readonly addedAt: (orderId: string) => number | null;
  readonly settings: () => Settings;
  readonly isSnoozed: (order: OrderRow) => boolean;
  /** Whether the connection's orders are not asked for at all: that is told in an alert of its own. */
  readonly isRejected: (connectionId: string) => boolean;
}

/** After sleep the network takes a moment to come up: one or two failures say nothing. */
const FAILURES_TO_TELL = 3;

/** An order that cannot even be asked for (no network, a locked keychain) is told after so long in one session. */
const IN_VAIN_MS = HOUR_MS;

/** Orders that are asked for rarely are to have been tried for at least so long. */
const TRIED_FOR_MS = DAY_MS / 2;

/** A poll comes up to a tenth later than its interval. */
const JITTER = 1.1;

/**
 * Finds orders that could not be confirmed for a day, whatever the reason. Those of a connection are told together, and
 * with them the ones that are about to follow: an outage is told once.
 */
export class UnconfirmedWatch implements AlertRule {
  readonly name = 'unconfirmed';
  readonly #ports: UnconfirmedWatchPorts;
  /** Monotonic milliseconds since when an order is waited for in vain, by order. */
  #waiting = new Map<string, number>();

  constructor(ports: UnconfirmedWatchPorts) {
    this.#ports = ports;
  }

  /** @param now Unix ms */
  due(now: number): Alert[] {
    const limitMs = this.#limitMs();
    const waiting = new Map<string, number>();
    const late = new Set<string>();
    const failing = new Map<string, { readonly order: OrderRow; readonly entry: LedgerEntry }[]>();
    for (const order of this.#ports.orders()) {
      // A push-only order is confirmed by its next delivery, however late that is.
      if (order.source.kind === 'push') continue;
      const { connectionId } = order.source;
      const since = order.lastConfirmedAt ?? this.#ports.addedAt(order.id);
      if (since === null || now - since < limitMs / 2) continue;
      const isOver = now - since >= limitMs;
      if (!isOver && order.failure === null) continue;
      const entry = { subject: order.id, threshold: `unconfirmed:${order.lastConfirmedAt ?? 'never'}` };
      if (this.#isSilent(order, entry)) continue;
      const others = failing.get(connectionId);
      if (others === undefined) failing.set(connectionId, [{ order, entry }]);
      else others.push({ order, entry });
      if (isOver && this.#isInVain(order, since + limitMs, waiting)) late.add(connectionId);
    }
    this.#waiting = waiting;
    return [...late].flatMap((connectionId) => {
      const all = failing.get(connectionId) ?? [];
      const [first] = all;
      if (first === undefined) return [];
      return {
        news: { kind: 'unconfirmed', connectionId, first: first.order, count: all.length },
        entries: all.map(({ entry }) => entry),
      };
    });
  }

  #isSilent(order: OrderRow, entry: LedgerEntry): boolean {
    const { isRejected, isSnoozed, ledger } = this.#ports;
    return isRejected(sourceId(order)) || isSnoozed(order) || ledger.has(entry);
  }

  /** Whether it was asked for again and again after `dueAt` (Unix ms), or could not be for an hour. */
  #isInVain(order: OrderRow, dueAt: number, waiting: Map<string, number>): boolean {
    const steadyNow = this.#ports.clock.monotonic();
    const since = this.#waiting.get(order.id) ?? steadyNow;
    waiting.set(order.id, since);
    const wasAsked = order.lastAttemptAt !== null && order.lastAttemptAt >= dueAt;
    if (order.failure !== null && order.failures >= FAILURES_TO_TELL && wasAsked) return true;
    return steadyNow - since >= IN_VAIN_MS;
  }

  #limitMs(): number {
    const intervalMs = this.#ports.settings().pollIntervalMinutes * MINUTE_MS;
    return Math.max(DAY_MS, JITTER * intervalMs + TRIED_FOR_MS);
  }
}
