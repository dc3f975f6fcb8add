import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';
import { passedThresholds } from './alertThresholds.ts';

export interface ExpiryRulePorts extends AlertRulePorts {
  /**
   * Polls these orders as soon as possible, and evaluates the rules again afterwards.
   * @returns those whose poll ended; the others could not be polled now
   */
  readonly poll: (orderIds: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Logger;
}

/** With a confirmation or the result of a poll in this time, the order is not polled before its alert. */
const RECENT_MS = 15 * MINUTE_MS;

/** Maximum time that an alert waits for the poll: after sleep, or days without the app, the leaf may be renewed. */
const POLL_WAIT_MS = 2 * MINUTE_MS;

interface Due {
  readonly order: OrderRow;
  readonly fingerprint256: string;
  readonly entries: readonly LedgerEntry[];
}

/** The poll before an alert. */
interface AlertPoll {
  readonly orderId: string;
  /** Monotonic ms. */
  readonly startedAt: number;
  /** Unix ms; `null`: not yet, or the order could not be polled. */
  endedAt: number | null;
}

/**
 * Leaves that passed a threshold without an alert, whatever the status of their orders. One alert covers all thresholds
 * passed since the last one. The order is polled before, so that there is no alert for a replaced certificate.
 */
export class ExpiryRule implements AlertRule {
  readonly name = 'expiry';
  readonly #ports: ExpiryRulePorts;
  /** By fingerprint of a leaf that is due. */
  #polls = new Map<string, AlertPoll>();

  constructor(ports: ExpiryRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    return this.#polled(this.#due(now), now).map(({ order, entries }) => ({
      event: { kind: 'expiry', order },
      entries,
    }));
  }

  holds({ subject, threshold }: LedgerEntry, now: number): boolean {
    const { orders, settings, isSnoozed } = this.#ports;
    const days = Number(threshold);
    if (Number.isNaN(days)) return false;
    const rules = settings();
    const isAbout = (order: OrderRow) =>
      order.fingerprint256 !== null &&
      subjectOf(order.fingerprint256, order) === subject &&
      passedThresholds(order, rules, now).includes(days);
    return orders().some((order) => isAbout(order) && !isSnoozed(order));
  }

  isHolding(): boolean {
    return this.#polls.size > 0;
  }

  /** Those whose certificate was confirmed lately, whose poll ended, or that have waited long enough for it. */
  #polled(due: readonly Due[], now: number): Due[] {
    const startedAt = this.#ports.clock.monotonic();
    const polls = new Map<string, AlertPoll>();
    const started: AlertPoll[] = [];
    const polled = due.filter(({ order, fingerprint256 }) => {
      if (isPushOnly(order) || isRecent(order.lastConfirmedAt, now)) return true;
      let poll = this.#polls.get(fingerprint256);
      // Without evaluations, as during a pause of alerts, a poll becomes old.
      if (poll === undefined || startedAt - poll.startedAt >= RECENT_MS) {
        poll = { orderId: order.id, startedAt, endedAt: null };
        started.push(poll);
      }
      polls.set(fingerprint256, poll);
      return isRecent(poll.endedAt, now) || startedAt - poll.startedAt >= POLL_WAIT_MS;
    });
    this.#polls = polls;
    if (started.length > 0) void this.#poll(started);
    return polled;
  }

  async #poll(polls: readonly AlertPoll[]): Promise<void> {
    const { poll, clock, logger } = this.#ports;
    try {
      const ended = new Set(await poll(polls.map(({ orderId }) => orderId)));
      for (const each of polls) if (ended.has(each.orderId)) each.endedAt = clock.now();
    } catch (error) {
      logger.error('Orders were not polled before their alerts', { error: errorName(error) });
    }
  }

  #due(now: number): Due[] {
    const { orders, settings, ledger, isSnoozed } = this.#ports;
    const rules = settings();
    const due = new Map<string, Due>();
    for (const order of orders()) {
      const { fingerprint256 } = order;
      if (fingerprint256 === null || due.has(fingerprint256)) continue;
      const subject = subjectOf(fingerprint256, order);
      const entries = passedThresholds(order, rules, now).map((days) => ({
        subject,
        threshold: String(days),
      }));
      const tightest = entries.at(-1);
      if (tightest === undefined || ledger.isSent(tightest, now) || isSnoozed(order)) continue;
      due.set(fingerprint256, { order, fingerprint256, entries });
    }
    return [...due.values()];
  }
}

/** What is reminded of. Where a chain expires first, its end belongs to it: with another chain, all reminders come again. */
function subjectOf(fingerprint256: string, { chainEnd }: OrderRow): string {
  return chainEnd === null ? fingerprint256 : `${fingerprint256} ${chainEnd.at}`;
}

function isRecent(at: number | null, now: number): boolean {
  return at !== null && at <= now && now - at < RECENT_MS;
}
