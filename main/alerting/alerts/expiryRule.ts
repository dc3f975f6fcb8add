import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { wasPolledWithin } from '#shared/domain/serviceWait.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';
import { passedThresholds } from './alertThresholds.ts';

export interface ExpiryRulePorts extends AlertRulePorts {
  /** Polls these orders as soon as possible; the rule is evaluated again with the results. */
  readonly poll: (orderIds: readonly string[]) => void;
}

/** With a poll in this time the order is not polled again before its alert. */
const RECENT_MS = 15 * MINUTE_MS;

/** Maximum time that an alert waits for the poll: after sleep, or days without the app, the leaf may be renewed. */
const POLL_WAIT_MS = 2 * MINUTE_MS;

interface Due {
  readonly order: OrderRow;
  readonly fingerprint256: string;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Leaves that passed a threshold without an alert, whatever the status of their orders. One alert covers all thresholds
 * passed since the last one. The order is polled before, so that there is no alert for a replaced certificate.
 */
export class ExpiryRule implements AlertRule {
  readonly name = 'expiry';
  readonly #ports: ExpiryRulePorts;
  /** Monotonic ms since when an alert waits for the poll of its order, by fingerprint. */
  #waitingSince = new Map<string, number>();

  constructor(ports: ExpiryRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    return this.#polled(this.#due(now), now).map(({ order, entries }) => ({
      event: { kind: 'expiry', order },
      entries,
    }));
  }

  /** Those that were polled recently, or have waited long enough for a poll. */
  #polled(due: readonly Due[], now: number): Due[] {
    const { clock, poll } = this.#ports;
    const steadyNow = clock.monotonic();
    const waiting = new Map<string, number>();
    const toPoll: string[] = [];
    const polled = due.filter(({ order, fingerprint256 }) => {
      if (isPushOnly(order)) return true;
      if (wasPolledWithin(order, RECENT_MS, now)) return true;
      const since = this.#waitingSince.get(fingerprint256);
      if (since === undefined) toPoll.push(order.id);
      waiting.set(fingerprint256, since ?? steadyNow);
      return since !== undefined && steadyNow - since >= POLL_WAIT_MS;
    });
    this.#waitingSince = waiting;
    if (toPoll.length > 0) poll(toPoll);
    return polled;
  }

  #due(now: number): Due[] {
    const { orders, settings, ledger, isSnoozed } = this.#ports;
    const rules = settings();
    const due = new Map<string, Due>();
    for (const order of orders()) {
      const { fingerprint256, notBefore, notAfter } = order;
      if (fingerprint256 === null || notBefore === null || notAfter === null) continue;
      if (due.has(fingerprint256)) continue;
      const entries = passedThresholds({ notBefore, notAfter }, rules, now).map((days) => ({
        subject: fingerprint256,
        threshold: String(days),
      }));
      const tightest = entries.at(-1);
      if (tightest === undefined || ledger.has(tightest) || isSnoozed(order)) continue;
      due.set(fingerprint256, { order, fingerprint256, entries });
    }
    return [...due.values()];
  }
}
