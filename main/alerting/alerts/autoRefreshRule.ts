import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS, NEVER } from '#shared/domain/thresholds.ts';
import type { UpdateOutcome } from '#shared/domain/writeResult.ts';
import type { Result } from '#shared/result.ts';
import type { Alert, AlertRule, CommandFailure } from './alert.ts';
import { type AlertLedger, type LedgerEntry, toldEntry } from './alertLedger.ts';

/** The outcome of an automatic update of exported files. */
export interface SeenCopy {
  readonly bundleId: string;
  readonly orderId: string;
  /** For display. */
  readonly folder: string;
  /** SHA-256 fingerprint of the order's current leaf. */
  readonly to: string;
  readonly outcome: UpdateOutcome;
  /** Only for `commandFailed`. */
  readonly command: CommandFailure | null;
  /** By the confirmed clock, Unix ms. */
  readonly at: number;
}

/** Keeps outcomes without an alert across restarts: one per bundle at most. */
export interface SeenCopyRepository {
  /** Throws when the database does. */
  load(): SeenCopy[];
  /** Error of both: `storage`; nothing was changed. */
  save(copy: SeenCopy): Result<null>;
  remove(bundleIds: readonly string[]): Result<null>;
}

export interface AutoRefreshRulePorts {
  readonly repository: SeenCopyRepository;
  readonly ledger: AlertLedger;
  readonly order: (id: string) => OrderRow | null;
  readonly orders: () => readonly OrderRow[];
  /** Decides what is too old: a clock that is wrong for a moment must not forget an outcome. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** No alert for an older outcome, as for renewals. */
const MAX_AGE_MS = 30 * DAY_MS;

/** Outcomes of automatic updates, each until its alert was sent. A failure has one alert per leaf. */
export class AutoRefreshRule implements AlertRule {
  readonly name = 'autoRefresh';
  readonly #ports: AutoRefreshRulePorts;
  /** By bundle. */
  readonly #pending: Map<string, SeenCopy>;

  /** Reads what the previous session left. Throws when the database does. */
  constructor(ports: AutoRefreshRulePorts) {
    this.#ports = ports;
    this.#pending = new Map(ports.repository.load().map((copy) => [copy.bundleId, copy]));
  }

  add(copy: SeenCopy): void {
    const { repository, ledger, logger } = this.#ports;
    if (ledger.has(entryOf(copy))) {
      this.#forget([copy.bundleId]);
      return;
    }
    this.#pending.set(copy.bundleId, copy);
    const saved = repository.save(copy);
    if (!saved.ok) logger.warn('The outcome of an update was not stored', { error: saved.error.kind });
  }

  evaluate(): Alert[] {
    const { order: find, ledger, confirmedClock } = this.#ports;
    const now = confirmedClock.now();
    const due: Alert[] = [];
    const over: string[] = [];
    for (const copy of [...this.#pending.values()]) {
      const { bundleId, orderId, folder, outcome, command, at } = copy;
      const order = find(orderId);
      const entry = entryOf(copy);
      if (order === null || now - at > MAX_AGE_MS || ledger.has(entry)) over.push(bundleId);
      else {
        const onShown = () => this.#forget([bundleId]);
        due.push(
          outcome === 'rewritten'
            ? { event: { kind: 'filesUpdated', order, folder }, entries: [entry], onShown }
            : {
                event: { kind: 'copy', order, folder, outcome, command },
                entries: [entry, failureOf(copy)],
                onShown,
              },
        );
      }
    }
    this.#forget(over);
    return due;
  }

  /** Files that were not written are out of date until they are; what failed after that, until the next certificate. */
  holds({ subject, threshold }: LedgerEntry): boolean {
    const [what, outcome] = threshold.split(':');
    if (what !== 'copy') return false;
    const isWritten = outcome === 'unproven' || outcome === 'commandFailed';
    return this.#ports
      .orders()
      .some(
        ({ fingerprint256, deployment }) =>
          fingerprint256 === subject && (isWritten || (deployment?.filesOutdated ?? NEVER) < NEVER),
      );
  }

  /** Whether an automatic update to an order's leaf failed, and the user was told or is about to be. */
  hasFailed({ id: orderId, fingerprint256: to }: OrderRow): boolean {
    if (to === null) return false;
    if (this.#ports.ledger.has(failureOf({ orderId, to }))) return true;
    return [...this.#pending.values()].some(
      (copy) => copy.orderId === orderId && copy.to === to && copy.outcome !== 'rewritten',
    );
  }

  #forget(bundleIds: readonly string[]): void {
    const { repository, logger } = this.#ports;
    const known = bundleIds.filter((id) => this.#pending.delete(id));
    if (known.length === 0) return;
    const removed = repository.remove(known);
    // The ledger keeps them from a second alert.
    if (!removed.ok) logger.warn('Outcomes of updates stay stored', { error: removed.error.kind });
  }
}

/** That some update of an order's files to a leaf failed. */
function failureOf({ orderId, to }: Pick<SeenCopy, 'orderId' | 'to'>): LedgerEntry {
  return toldEntry('updateFailed', to, { id: orderId });
}

function entryOf({ to, outcome, bundleId }: SeenCopy): LedgerEntry {
  return { subject: to, threshold: `copy:${outcome}:${bundleId}` };
}
