import type { Logger } from '#main/platform/logger.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { Alert, AlertRule, CommandFailure, CopyOutcome } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

/** What became of a copy that is to be kept fresh. */
export interface SeenCopy {
  readonly bundleId: string;
  readonly orderId: string;
  /** For people. */
  readonly folder: string;
  /** SHA-256 fingerprint of the leaf that the order has now. */
  readonly to: string;
  readonly outcome: CopyOutcome;
  /** Of `commandFailed` alone. */
  readonly command: CommandFailure | null;
  /** Unix ms. */
  readonly at: number;
}

/** Keeps across restarts what was not told yet: one for a bundle at most. */
export interface SeenCopyRepository {
  /** Throws when the database does. */
  load(): SeenCopy[];
  /** Error of both: `storage`; nothing was changed then. */
  save(copy: SeenCopy): Result<null>;
  remove(bundleIds: readonly string[]): Result<null>;
}

export interface KeptCopyWatchPorts {
  readonly repository: SeenCopyRepository;
  readonly ledger: AlertLedger;
  /** An order that is there and was not removed. */
  readonly order: (id: string) => OrderRow | null;
  readonly logger: Logger;
}

/** As of a renewal: what could not be told for so long is no news any more. */
const NEWS_MS = 30 * DAY_MS;

/**
 * Keeps what became of copies until it was told. It is an event: the files do not say who wrote them. That one was not
 * rewritten is told once for each leaf.
 */
export class KeptCopyWatch implements AlertRule {
  readonly name = 'keptCopy';
  readonly #ports: KeptCopyWatchPorts;
  /** By bundle. */
  readonly #untold: Map<string, SeenCopy>;

  /** Reads what a former session did not tell. Throws when the database does. */
  constructor(ports: KeptCopyWatchPorts) {
    this.#ports = ports;
    this.#untold = new Map(ports.repository.load().map((copy) => [copy.bundleId, copy]));
  }

  /** Takes what became of a copy. What cannot be stored is known until the app ends. */
  note(copy: SeenCopy): void {
    const { repository, ledger, logger } = this.#ports;
    if (ledger.has(entryOf(copy))) {
      this.#forget([copy.bundleId]);
      return;
    }
    this.#untold.set(copy.bundleId, copy);
    const saved = repository.save(copy);
    if (!saved.ok) logger.warn('What became of a copy was not stored', { error: saved.error.kind });
  }

  due(now: number): Alert[] {
    const { order: find, ledger } = this.#ports;
    const due: Alert[] = [];
    const over: string[] = [];
    for (const copy of this.#untold.values()) {
      const { bundleId, orderId, folder, outcome, command, at } = copy;
      const order = find(orderId);
      const entry = entryOf(copy);
      if (order === null || now - at > NEWS_MS || ledger.has(entry)) over.push(bundleId);
      else {
        const told = () => this.#forget([bundleId]);
        due.push({ news: { kind: 'copy', order, folder, outcome, command }, entries: [entry], told });
      }
    }
    this.#forget(over);
    return due;
  }

  #forget(bundleIds: readonly string[]): void {
    const { repository, logger } = this.#ports;
    const known = bundleIds.filter((id) => this.#untold.delete(id));
    if (known.length === 0) return;
    const removed = repository.remove(known);
    // The ledger knows that it was told.
    if (!removed.ok) logger.warn('What became of copies stays stored', { error: removed.error.kind });
  }
}

function entryOf({ to, outcome, bundleId }: SeenCopy): LedgerEntry {
  return { subject: to, threshold: `copy:${outcome}:${bundleId}` };
}
