import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { ToldBy } from '#shared/domain/conditions/condition.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS } from '#shared/domain/thresholds.ts';

/** Identifies an alert permanently. */
export interface LedgerEntry {
  /** SHA-256 fingerprint of a leaf, also with the end of its chain, or the id of an order or a connection. */
  readonly subject: string;
  /** Days before notAfter (`0` for the expiry), or the name of another kind of alert. */
  readonly threshold: string;
}

/** Keeps sent alerts across restarts, also for leaves that were replaced: one may return. All throw when the database does. */
export interface AlertRepository {
  /** When the alert was sent, Unix ms; `null`: it was not. */
  sentAt(entry: LedgerEntry): number | null;
  /** Replaces the time of an entry that is there. */
  record(entries: readonly LedgerEntry[], at: number): void;
  remove(entries: readonly LedgerEntry[]): void;
}

/**
 * The alerts that were sent. Each entry is read once. If the repository fails, an alert is sent once per session. Alerts that
 * time makes due count only as long as the time counts at which they were sent: see `isSent`.
 */
export class AlertLedger {
  readonly #repository: AlertRepository;
  readonly #logger: Logger;
  /** When alerts were sent, Unix ms; `null`: not sent. */
  readonly #known = new Map<string, number | null>();
  /** Sent, but not stored yet. */
  readonly #unrecorded = new Map<string, LedgerEntry>();
  #isUnread = false;

  constructor(repository: AlertRepository, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
  }

  /** Whether an alert about something that happened was sent. */
  has(entry: LedgerEntry): boolean {
    return this.#sentAt(entry) !== null;
  }

  /**
   * Whether an alert was sent that time alone makes due. One of a time after `now` (Unix ms) does not count: the clock was
   * ahead, which nobody knew, and what it said is not true yet.
   */
  isSent(entry: LedgerEntry, now: number): boolean {
    const sentAt = this.#sentAt(entry);
    return sentAt !== null && sentAt <= now + CLOCK_SLACK_MS;
  }

  /** @param now Unix ms */
  record(entries: readonly LedgerEntry[], now: number): void {
    for (const entry of entries) {
      if (this.isSent(entry, now)) continue;
      const key = keyOf(entry);
      this.#known.set(key, now);
      this.#unrecorded.set(key, entry);
    }
    if (this.#unrecorded.size === 0) return;
    try {
      this.#repository.record([...this.#unrecorded.values()], now);
      this.#unrecorded.clear();
    } catch (error) {
      this.#logger.error('Alerts were not recorded', { error: errorName(error) });
    }
  }

  /** The alerts could not be shown: they are due again. */
  withdraw(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      this.#known.set(keyOf(entry), null);
      this.#unrecorded.delete(keyOf(entry));
    }
    try {
      this.#repository.remove(entries);
    } catch (error) {
      this.#logger.error('Alerts that were not shown stay recorded', { error: errorName(error) });
    }
  }

  #sentAt(entry: LedgerEntry): number | null {
    const key = keyOf(entry);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    try {
      const sentAt = this.#repository.sentAt(entry);
      this.#known.set(key, sentAt);
      this.#isUnread = false;
      return sentAt;
    } catch (error) {
      if (!this.#isUnread) this.#logger.error('The alert ledger cannot be read', { error: errorName(error) });
      this.#isUnread = true;
      return null;
    }
  }
}

function keyOf({ subject, threshold }: LedgerEntry): string {
  return `${subject} ${threshold}`;
}

/** What the ledger has of an alert about an event of this leaf and order. */
export function toldEntry(by: ToldBy, leaf: string, { id }: Pick<OrderRow, 'id'>): LedgerEntry {
  return { subject: leaf, threshold: `${by}:${id}` };
}
