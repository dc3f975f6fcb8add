import { isPassing } from '#shared/domain/conditions/failing.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS, DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';

/** After sleep the network takes a moment to come up: fewer failures do not count. */
const MIN_FAILURES = 3;

/** Time in one session after which an order has an alert that cannot be polled (no network, a locked keychain). */
const UNREACHABLE_MS = HOUR_MS;

/** With long poll intervals: time for retries before the alert. */
const RETRY_MS = DAY_MS / 2;

/** Polls are up to a tenth later than their interval. */
const JITTER = 1.1;

/** Orders not confirmed for a day. One alert per connection with all failing orders, so that an outage has one alert. */
export class UnconfirmedRule implements AlertRule {
  readonly name = 'unconfirmed';
  readonly #ports: AlertRulePorts;
  /** Monotonic ms since when an order is overdue for a confirmation in this session, by order. */
  #waiting = new Map<string, number>();

  constructor(ports: AlertRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    const intervalMs = this.#ports.settings().pollIntervalMinutes * MINUTE_MS;
    const limitMs = Math.max(DAY_MS, JITTER * intervalMs + RETRY_MS);
    const waiting = new Map<string, number>();
    const late = new Set<string>();
    const failing = new Map<string, { readonly order: OrderRow; readonly entry: LedgerEntry }[]>();
    for (const order of this.#ports.orders()) {
      // A push-only order is confirmed by deliveries only.
      if (order.source.kind === 'push') continue;
      const { connectionId } = order.source;
      const since = order.lastConfirmedAt ?? this.#ports.addedAt(order.id);
      if (since === null) continue;
      // A confirmation that is to come was noted while the clock was ahead: its age is not known.
      const ageMs = since > now + CLOCK_SLACK_MS ? Number.POSITIVE_INFINITY : now - since;
      if (ageMs < limitMs / 2) continue;
      const isOver = ageMs >= limitMs;
      if (!isOver && order.failure === null) continue;
      const entry = entryOf(order);
      if (this.#isSilent(order, entry, now)) continue;
      failing.set(connectionId, [...(failing.get(connectionId) ?? []), { order, entry }]);
      if (isOver && this.#isFailing(order, since + limitMs, waiting)) late.add(connectionId);
    }
    this.#waiting = waiting;
    return [...late].flatMap((connectionId) => {
      const all = failing.get(connectionId) ?? [];
      const [first] = all;
      if (first === undefined) return [];
      return {
        event: { kind: 'unconfirmed', connectionId, first: first.order, count: all.length },
        entries: all.map(({ entry }) => entry),
      };
    });
  }

  holds({ subject, threshold }: LedgerEntry): boolean {
    const { orders, isSnoozed } = this.#ports;
    const order = orders().find(({ id }) => id === subject);
    return order !== undefined && threshold === entryOf(order).threshold && !isSnoozed(order);
  }

  isHolding(): boolean {
    return this.#waiting.size > 0;
  }

  #isSilent(order: OrderRow, entry: LedgerEntry, now: number): boolean {
    const { pollingKind, isSnoozed, ledger } = this.#ports;
    // A refused token has its own alert, and so has what fails for a reason that stays, once there is a certificate.
    const isFailing = order.fingerprint256 !== null && order.failure !== null && !isPassing(order.failure);
    return (
      pollingKind(sourceId(order)) === 'rejected' ||
      isFailing ||
      isSnoozed(order) ||
      ledger.isSent(entry, now)
    );
  }

  /** Whether polls failed repeatedly after `dueAt` (Unix ms), or were impossible for an hour. */
  #isFailing(order: OrderRow, dueAt: number, waiting: Map<string, number>): boolean {
    const steadyNow = this.#ports.clock.monotonic();
    const since = this.#waiting.get(order.id) ?? steadyNow;
    waiting.set(order.id, since);
    const wasPolled = order.lastAttemptAt !== null && order.lastAttemptAt >= dueAt;
    if (order.failure !== null && order.failures >= MIN_FAILURES && wasPolled) return true;
    return steadyNow - since >= UNREACHABLE_MS;
  }
}

function entryOf({ id, lastConfirmedAt: at }: OrderRow): LedgerEntry {
  return { subject: id, threshold: `unconfirmed:${at ?? 'never'}` };
}
