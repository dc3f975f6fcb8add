import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';

/** Identifies an alert permanently. */
export interface LedgerEntry {
  /** SHA-256 fingerprint of a leaf, or the id of an order or a connection. */
  readonly subject: string;
  /** Days before notAfter (`0` for the expiry), or the name of another kind of alert. */
  readonly threshold: string;
}

/** Keeps sent alerts across restarts, also for leaves that were replaced: one may return. All throw when the database does. */
export interface AlertRepository {
  has(entry: LedgerEntry): boolean;
  record(entries: readonly LedgerEntry[], at: number): void;
  remove(entries: readonly LedgerEntry[]): void;
}

/** The alerts that were sent. Each entry is read once. If the repository fails, an alert is sent once per session. */
export class AlertLedger {
  readonly #repository: AlertRepository;
  readonly #logger: Logger;
  readonly #known = new Map<string, boolean>();
  /** Sent, but not stored yet. */
  readonly #unrecorded = new Map<string, LedgerEntry>();

  constructor(repository: AlertRepository, logger: Logger) {
    this.#repository = repository;
    this.#logger = logger;
  }

  has(entry: LedgerEntry): boolean {
    const key = keyOf(entry);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    try {
      const isSent = this.#repository.has(entry);
      this.#known.set(key, isSent);
      return isSent;
    } catch (error) {
      this.#logger.error('The alert ledger cannot be read', { error: errorName(error) });
      return false;
    }
  }

  /** @param at Unix ms */
  record(entries: readonly LedgerEntry[], at: number): void {
    for (const entry of entries) {
      const key = keyOf(entry);
      if (this.#known.get(key) === true) continue;
      this.#known.set(key, true);
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
      this.#known.set(keyOf(entry), false);
      this.#unrecorded.delete(keyOf(entry));
    }
    try {
      this.#repository.remove(entries);
    } catch (error) {
      this.#logger.error('Alerts that were not shown stay recorded', { error: errorName(error) });
    }
  }
}

function keyOf({ subject, threshold }: LedgerEntry): string {
  return `${subject} ${threshold}`;
}
