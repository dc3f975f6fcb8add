import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { type CertificateTimes, isNewerCertificate } from '#shared/domain/certificate.ts';
import { type CommandRun, type CopyRefresh, isCommandFine } from '#shared/domain/copy.ts';
import { speaksAgainstFiles } from '#shared/domain/export.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { CopyBook } from './copyBook.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { LookFs } from './lookAtFile.ts';
import { isOverwritable, type Overwrite } from './refreshCopies.ts';

/** An export of a person goes first. */
const BUSY_MS = MINUTE_MS;
/** What failed is not tried again within this time, whatever asks for it. */
const FAILED_MS = 10 * MINUTE_MS;

/** What became of a copy that is to be kept fresh. */
export interface KeptFresh {
  readonly bundle: CopyBundle;
  /** SHA-256 fingerprint of the leaf that the order has now. */
  readonly to: string;
  readonly outcome: KeptFreshOutcome;
  /** What became of its command; `null`: there is none, or it was not rewritten. */
  readonly run: CommandRun | null;
}

/**
 * `unproven`: rewritten, but a server or a client would not take the files. `commandFailed`: rewritten, but the command
 * that was run after that did not do what it should. `held`: left alone, as a person should review the certificate first.
 */
export type KeptFreshOutcome = 'rewritten' | 'unproven' | 'commandFailed' | 'changed' | 'held' | 'failed';

/** What decides whether the leaf of an order is written without a person. */
export type KeptLeaf = CertificateTimes & Pick<OrderRow, 'findings'>;

export interface FreshKeeperPorts {
  readonly book: CopyBook;
  readonly fs: LookFs;
  readonly order: (id: string) => KeptLeaf | null;
  readonly refresh: (ids: readonly string[], overwrite: Overwrite) => Promise<Result<readonly CopyRefresh[]>>;
  /** Has copies looked at that are other than was thought. */
  readonly look: (ids: readonly string[]) => Promise<void>;
  readonly tell: (kept: KeptFresh) => void;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Writes copies anew whose orders have a newer leaf, where a person wants that. What another hand changed stays. */
export class FreshKeeper implements Disposable {
  readonly #ports: FreshKeeperPorts;
  /** Monotonic milliseconds, by id: when it last failed. */
  readonly #failedAt = new Map<string, number>();
  #work: Promise<void> | null = null;
  #isWanted = false;
  #isDisposed = false;
  #timer: Disposable | null = null;

  constructor(ports: FreshKeeperPorts) {
    this.#ports = ports;
  }

  /** Something is new: orders were renewed, or copies were looked at. */
  check(): void {
    this.#isWanted = true;
    if (this.#work !== null || this.#isDisposed) return;
    this.#work = this.#run()
      .catch((error: unknown) =>
        this.#ports.logger.error('Copies were not kept fresh', { error: errorName(error) }),
      )
      .finally(() => {
        this.#work = null;
        // It may have become so while the last turn ended.
        if (this.#isWanted) this.check();
      });
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#work;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      const due = this.#due();
      if (due.length > 0) await this.#refresh(due);
    }
  }

  #due(): readonly CopyBundle[] {
    const { book, order, clock } = this.#ports;
    const now = clock.monotonic();
    return book.list().filter(({ keepFresh, id, orderId, ...copy }) => {
      const present = keepFresh ? order(orderId) : null;
      const failedAt = this.#failedAt.get(id) ?? Number.NEGATIVE_INFINITY;
      return present !== null && isNewerCertificate(copy, present) && now - failedAt >= FAILED_MS;
    });
  }

  async #refresh(due: readonly CopyBundle[]): Promise<void> {
    const { fs, refresh, scheduler, look } = this.#ports;
    const wanted: CopyBundle[] = [];
    const changed: string[] = [];
    for (const bundle of due) {
      // Both before a private key is fetched for it.
      if (this.#isHeld(bundle)) this.#end(bundle, 'held');
      else if (await isOverwritable(fs, bundle, 'untouched')) {
        wanted.push(bundle);
      } else {
        changed.push(bundle.id);
        this.#end(bundle, 'changed');
      }
    }
    if (changed.length > 0) await look(changed);
    if (wanted.length === 0 || this.#isDisposed) return;
    const refreshed = await refresh(
      wanted.map(({ id }) => id),
      'untouched',
    );
    if (!refreshed.ok) {
      this.#timer?.dispose();
      this.#timer = scheduler.after(BUSY_MS, () => this.check());
      return;
    }
    const byId = new Map(refreshed.value.map((each) => [each.id, each]));
    for (const bundle of wanted) {
      const each = byId.get(bundle.id);
      // Gone in the meantime, or the app is quitting.
      if (each === undefined || (each.kind === 'failed' && each.error.kind === 'cancelled')) continue;
      // A service whose parts do not agree may still give the former leaf.
      if (each.kind === 'refreshed') {
        const { proof, run } = each;
        if (this.#isOutdated(bundle.id)) this.#end(bundle, 'failed');
        else if (speaksAgainstFiles(proof)) this.#end(bundle, 'unproven', run);
        else this.#end(bundle, run === null || isCommandFine(run) ? 'rewritten' : 'commandFailed', run);
      } else if (each.kind === 'needsReview') this.#end(bundle, 'held');
      else this.#end(bundle, each.kind === 'refused' && each.reason === 'changed' ? 'changed' : 'failed');
    }
  }

  #isHeld({ orderId }: CopyBundle): boolean {
    const { order, clock } = this.#ports;
    const present = order(orderId);
    if (present === null) return false;
    const { findings, notBefore, notAfter } = present;
    const now = clock.now();
    const isValidNow = (notBefore ?? now) <= now && now <= (notAfter ?? now);
    return !isValidNow || toReview(findings).length > 0;
  }

  #isOutdated(id: string): boolean {
    const copy = this.#ports.book.find(id);
    const present = copy === null ? null : this.#ports.order(copy.orderId);
    return copy !== null && present !== null && isNewerCertificate(copy, present);
  }

  #end(bundle: CopyBundle, outcome: KeptFreshOutcome, run: CommandRun | null = null): void {
    const { order, tell, clock } = this.#ports;
    if (outcome === 'changed' || outcome === 'failed') this.#failedAt.set(bundle.id, clock.monotonic());
    else this.#failedAt.delete(bundle.id);
    const to = order(bundle.orderId)?.fingerprint256 ?? null;
    if (to !== null) tell({ bundle, to, outcome, run });
  }
}
