import type { ConfirmedClock } from '#main/platform/confirmedClock.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { CLOCK_SLACK_MS, DAY_MS } from '#shared/domain/thresholds.ts';

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

/** Alerts of a clock that is ahead by less come early, which is no reason to send them again. */
const EARLY_MS = DAY_MS;

/** The time of an alert that was sent by a clock that was known to be ahead: later than every other. */
const NO_TIME = Number.MAX_SAFE_INTEGER;

/**
 * The alerts that were sent. Each entry is read once. If the repository fails, an alert is sent once per session. Alerts that
 * time makes due count only as long as the time counts at which they were sent: see `isSent`.
 */
export class AlertLedger {
  readonly #repository: AlertRepository;
  readonly #confirmedClock: Pick<ConfirmedClock, 'aheadMs'>;
  readonly #logger: Logger;
  /** When alerts were sent, Unix ms; `null`: not sent. */
  readonly #known = new Map<string, number | null>();
  /** Sent, but not stored yet. */
  readonly #unrecorded = new Map<string, LedgerEntry>();
  /** Sent while the clock was known to be ahead: they count until it is right. */
  readonly #early = new Set<string>();
  #isUnread = false;

  constructor(repository: AlertRepository, confirmedClock: Pick<ConfirmedClock, 'aheadMs'>, logger: Logger) {
    this.#repository = repository;
    this.#confirmedClock = confirmedClock;
    this.#logger = logger;
  }

  /** Whether an alert about something that happened was sent. */
  has(entry: LedgerEntry): boolean {
    return this.#sentAt(entry) !== null;
  }

  /**
   * Whether an alert was sent that time alone makes due. One of a time after `now` (Unix ms) does not count: the clock was
   * ahead, and what it said is not true yet. The same goes for one that was sent by a clock that was known to be ahead, as
   * soon as it is not.
   */
  isSent(entry: LedgerEntry, now: number): boolean {
    if (this.#isAhead() && this.#early.has(keyOf(entry))) return true;
    const sentAt = this.#sentAt(entry);
    return sentAt !== null && sentAt <= now + CLOCK_SLACK_MS;
  }

  /** @param now Unix ms */
  record(entries: readonly LedgerEntry[], now: number): void {
    const isAhead = this.#isAhead();
    const at = isAhead ? NO_TIME : now;
    for (const entry of entries) {
      if (this.isSent(entry, now)) continue;
      const key = keyOf(entry);
      if (isAhead) this.#early.add(key);
      this.#known.set(key, at);
      this.#unrecorded.set(key, entry);
    }
    if (this.#unrecorded.size === 0) return;
    try {
      this.#repository.record([...this.#unrecorded.values()], at);
      this.#unrecorded.clear();
    } catch (error) {
      this.#logger.error('Alerts were not recorded', { error: errorName(error) });
    }
  }

  /** The alerts could not be shown: they are due again. */
  withdraw(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      this.#known.set(keyOf(entry), null);
      this.#early.delete(keyOf(entry));
      this.#unrecorded.delete(keyOf(entry));
    }
    try {
      this.#repository.remove(entries);
    } catch (error) {
      this.#logger.error('Alerts that were not shown stay recorded', { error: errorName(error) });
    }
  }

  #isAhead(): boolean {
    const isAhead = (this.#confirmedClock.aheadMs() ?? 0) > EARLY_MS;
    if (!isAhead) this.#early.clear();
    return isAhead;
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
