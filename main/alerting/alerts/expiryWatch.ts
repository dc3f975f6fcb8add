import type { Clock } from '#main/platform/time.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';
import { passedThresholds } from './alertThresholds.ts';

export interface ExpiryWatchPorts {
  readonly clock: Clock;
  readonly ledger: AlertLedger;
  readonly orders: () => readonly OrderRow[];
  readonly settings: () => Settings;
  readonly isSnoozed: (order: OrderRow) => boolean;
  /** Asks the service for these orders as soon as may be; they are looked at again when it has answered. */
  readonly askFor: (orderIds: readonly string[]) => void;
}

/** What the service said within this time need not be asked again before it is told. */
const ASKED_LATELY_MS = 15 * MINUTE_MS;

/** So long an alert waits for the service's answer: after sleep, or days without the app, the leaf may be renewed. */
const ANSWER_WAIT_MS = 2 * MINUTE_MS;

interface Due {
  readonly order: OrderRow;
  readonly fingerprint256: string;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Finds the leaves that passed a threshold which nobody was told of, whatever else is known about their orders. Of
 * several that were passed since the last look the tightest is told, and the others count as told with it. The service
 * is asked first, so that nobody is warned of a certificate that was replaced.
 */
export class ExpiryWatch implements AlertRule {
  readonly name = 'expiry';
  readonly #ports: ExpiryWatchPorts;
  /** Monotonic milliseconds since when an alert waits for an answer, by fingerprint. */
  #waiting = new Map<string, number>();

  constructor(ports: ExpiryWatchPorts) {
    this.#ports = ports;
  }

  /** @param now Unix ms */
  due(now: number): Alert[] {
    return this.#answered(this.#unheard(now), now).map(({ order, entries }) => ({
      news: { kind: 'expiry', order },
      entries,
    }));
  }

  /** Those that the service was asked for lately, or for long enough in vain. */
  #answered(due: readonly Due[], now: number): Due[] {
    const { clock, askFor } = this.#ports;
    const steadyNow = clock.monotonic();
    const waiting = new Map<string, number>();
    const unasked: string[] = [];
    const answered = due.filter(({ order, fingerprint256 }) => {
      if (isPushOnly(order)) return true;
      if (order.lastAttemptAt !== null && Math.abs(now - order.lastAttemptAt) < ASKED_LATELY_MS) return true;
      const since = this.#waiting.get(fingerprint256);
      if (since === undefined) unasked.push(order.id);
      waiting.set(fingerprint256, since ?? steadyNow);
      return since !== undefined && steadyNow - since >= ANSWER_WAIT_MS;
    });
    this.#waiting = waiting;
    if (unasked.length > 0) askFor(unasked);
    return answered;
  }

  #unheard(now: number): Due[] {
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
