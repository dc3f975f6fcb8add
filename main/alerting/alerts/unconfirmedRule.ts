import type { Condition } from '#shared/domain/conditions/condition.ts';
import { alertedBy, checkOf, isHeld } from '#shared/domain/conditions/conditions.ts';
import { failing } from '#shared/domain/conditions/failing.ts';
import { rejected } from '#shared/domain/conditions/rejected.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS, DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';

/** After sleep the network takes a moment to come up: fewer failures do not count. */
const MIN_FAILURES = 3;

/** Time in one session after which an order has an alert that cannot be polled (no network, a locked keychain). */
const UNREACHABLE_MS = HOUR_MS;

/** Time without a confirmation before the alert, which says that it was a day. */
const LIMIT_MS = DAY_MS;

const conditions = alertedBy('unconfirmed');

/**
 * Orders that have a condition about a missing confirmation, a day after the last one. One alert per connection with all
 * failing orders, so that an outage has one alert.
 */
export class UnconfirmedRule implements AlertRule {
  readonly name = 'unconfirmed';
  readonly #ports: AlertRulePorts;
  /** Monotonic ms since when an order is overdue for a confirmation in this session, by order. */
  #waiting = new Map<string, number>();

  constructor(ports: AlertRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    const waiting = new Map<string, number>();
    const late = new Set<string>();
    const due = new Map<string, { readonly order: OrderRow; readonly entry: LedgerEntry }[]>();
    for (const order of this.#ports.orders()) {
      // A push-only order is confirmed by deliveries only.
      if (order.source.kind === 'push') continue;
      const { connectionId } = order.source;
      const since = order.lastConfirmedAt ?? this.#ports.addedAt(order.id);
      if (since === null) continue;
      // A confirmation that is to come was noted while the clock was ahead: its age is not known.
      const ageMs = since > now + CLOCK_SLACK_MS ? Number.POSITIVE_INFINITY : now - since;
      if (ageMs < LIMIT_MS / 2) continue;
      const isOver = ageMs >= LIMIT_MS && conditions.some((one) => this.#has(one, order, now));
      if (!isOver && order.failure === null) continue;
      const entry = entryOf(order);
      if (this.#isSilent(order, entry, now)) continue;
      due.set(connectionId, [...(due.get(connectionId) ?? []), { order, entry }]);
      if (isOver && this.#isFailing(order, since + LIMIT_MS, waiting)) late.add(connectionId);
    }
    this.#waiting = waiting;
    return [...late].flatMap((connectionId) => {
      const all = due.get(connectionId) ?? [];
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
    const { isSnoozed, ledger } = this.#ports;
    // What fails for a reason that stays has its own alert, once there is a certificate.
    const isFailing =
      order.fingerprint256 !== null &&
      checkOf(failing, order) !== 'unknown' &&
      this.#has(failing, order, now);
    return isFailing || this.#has(rejected, order, now) || isSnoozed(order) || ledger.isSent(entry, now);
  }

  #has(condition: Condition, order: OrderRow, now: number): boolean {
    const { pollingKind, settings } = this.#ports;
    return isHeld(condition, order, pollingKind(sourceId(order)), termsOf(settings()), now);
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
