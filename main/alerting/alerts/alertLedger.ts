import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';

/** Names one alert for ever. */
export interface LedgerEntry {
  /** SHA-256 fingerprint of a leaf, or the id of an order or a connection. */
  readonly subject: string;
  /** Days before notAfter (`0` for the expiry), or the name of an episode. */
  readonly threshold: string;
}

/** Keeps across restarts what was told, also of leaves that are gone: one may return. All throw when the database does. */
export interface AlertRepository {
  has(entry: LedgerEntry): boolean;
  record(entries: readonly LedgerEntry[], at: number): void;
  /** Forgets entries: they were recorded, and then not shown. */
  remove(entries: readonly LedgerEntry[]): void;
}

/**
 * What was told. It asks the repository once for each entry, since nobody else writes to it, and goes on without one
 * that fails: an alert that cannot be recorded is told once in this session.
 */
export class AlertLedger {
  readonly #repository: AlertRepository;
  readonly #logger: Logger;
  /** Whether an entry was told, as far as it was asked. */
  readonly #known = new Map<string, boolean>();
  /** Told, and not taken by the repository so far. */
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
      const isTold = this.#repository.has(entry);
      this.#known.set(key, isTold);
      return isTold;
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

  /** Takes back what was recorded and then could not be shown: it is due again. */
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
