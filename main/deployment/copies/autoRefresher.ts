import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type Finding, toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { type UpdateOutcome, updateOutcome, type WriteResult } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import { isOutdated, needsPassphraseOf, type WantedCertificate } from './copyView.ts';
import type { CopyWriter } from './copyWriter.ts';
import type { ReadOnlyFs } from './fileCheck.ts';
import { hasLeaf, mayOverwrite } from './knownFiles.ts';

/** Bundles whose files are read at the same time. */
const READ_AT_ONCE = 16;
/** Delay while an export is running. */
const BUSY_MS = MINUTE_MS;
/** Files that another program changed are looked at again after so long: another computer may be writing the same ones. */
const AGAIN_MS = 1000;
/** Minimum time between two attempts after a failure. */
const FAILED_MS = 10 * MINUTE_MS;

/** How an attempt to update a copy ended. */
interface RefreshEnd {
  /** As it was before. */
  readonly bundle: CopyBundle;
  readonly result: WriteResult;
}

/** An update that the user may be told of. */
export interface AutoRefreshed {
  readonly bundle: CopyBundle;
  /** SHA-256 fingerprint of the order's current leaf. */
  readonly to: string;
  readonly outcome: UpdateOutcome;
  /** The run of its command; `null`: it has none, or the files were not updated. */
  readonly run: ProgramRun | null;
  /** Why the files were not updated, where that is an error. */
  readonly error: AppError | null;
}

export type RefreshableLeaf = WantedCertificate & Pick<OrderRow, 'findings'>;

export interface AutoRefresherPorts {
  readonly registry: CopyRegistry;
  readonly fs: ReadOnlyFs;
  readonly order: (id: string) => RefreshableLeaf | null;
  readonly writer: Pick<CopyWriter, 'refresh'>;
  /** Whether the last check of a copy found files that another program changed. */
  readonly isChanged: (id: string) => boolean;
  readonly verify: (ids: readonly string[]) => Promise<void>;
  /** Registers what earlier writes left. */
  readonly settleLeft: () => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Updates copies with `autoRefresh` after a renewal, unless another program changed their files. */
export class AutoRefresher implements Disposable {
  readonly #ports: AutoRefresherPorts;
  /** Monotonic ms of the last failure, by copy. */
  readonly #failedAt = new Map<string, number>();
  /** The orders whose copies are being updated. */
  #updating: ReadonlySet<string> = new Set();
  #work: Promise<void> | null = null;
  /** The orders whose copies the next run looks at. */
  #wanted: ReadonlySet<string> | 'all' = new Set();
  #isDisposed = false;
  #timer: Disposable | null = null;
  #endPause: () => void = () => undefined;
  /** Until the first certificate that waits for its time is valid. */
  #wake: Disposable | null = null;
  readonly #ended = new Emitter<RefreshEnd>('autoRefresher.ended');
  readonly #refreshed = new Emitter<AutoRefreshed>('autoRefresher.refreshed');

  /** An attempt ended, also one that is repeated in a moment. */
  readonly onDidEnd = this.#ended.event;
  readonly onDidRefresh = this.#refreshed.event;

  constructor(ports: AutoRefresherPorts) {
    this.#ports = ports;
  }

  /** To be called when orders were renewed or copies were checked. */
  check(): void {
    this.#want('all');
  }

  /** Updates the copies of some orders, also those that failed a moment ago. `onDidEnd` tells how. Never rejects. */
  async update(orderIds: ReadonlySet<string>): Promise<void> {
    for (const { id, orderId } of this.#ports.registry.list())
      if (orderIds.has(orderId)) this.#failedAt.delete(id);
    this.#want(orderIds);
    while (this.#work !== null) await this.#work;
  }

  #want(orderIds: ReadonlySet<string> | 'all'): void {
    const before = this.#wanted;
    this.#wanted = before === 'all' || orderIds === 'all' ? 'all' : new Set([...before, ...orderIds]);
    this.#begin();
  }

  #begin(): void {
    if (this.#work !== null || this.#isDisposed || !this.#isWanted) return;
    this.#work = this.#run()
      .catch((error: unknown) =>
        this.#ports.logger.error('Copies were not updated', { error: errorName(error) }),
      )
      .finally(() => {
        this.#work = null;
        // More may have been wanted while the last run ended.
        this.#begin();
      });
  }

  get #isWanted(): boolean {
    return this.#wanted === 'all' || this.#wanted.size > 0;
  }

  /** Whether a copy of an order is being updated, or its command runs. */
  isUpdating(orderId: string): boolean {
    return this.#updating.has(orderId);
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#wake?.dispose();
    this.#endPause();
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isDisposed) {
      const wanted = this.#wanted;
      this.#wanted = new Set();
      await this.#ports.settleLeft();
      const changed = await this.#refresh(this.#due(wanted), false);
      if (changed.size === 0) continue;
      await this.#pause();
      if (this.#isDisposed) return;
      await this.#refresh(
        this.#due(wanted).filter(({ id }) => changed.has(id)),
        true,
      );
    }
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#ports.scheduler.after(AGAIN_MS, resolve);
    this.#endPause = () => {
      timer.dispose();
      resolve();
    };
    return promise;
  }

  /** The copies to update now. Those with a certificate that is not valid yet are looked at again when it is. */
  #due(wanted: ReadonlySet<string> | 'all'): readonly CopyBundle[] {
    const { registry, clock, scheduler, isChanged } = this.#ports;
    const now = clock.monotonic();
    const outdated = registry.list().filter((bundle) => {
      if (wanted !== 'all' && !wanted.has(bundle.orderId)) return false;
      const failedAt = this.#failedAt.get(bundle.id) ?? Number.NEGATIVE_INFINITY;
      const isOurs = bundle.autoRefresh || (isChanged(bundle.id) && !needsPassphraseOf(bundle));
      return isOurs && this.#isOutdated(bundle) && now - failedAt >= FAILED_MS;
    });
    const { due = [], early = [] } = Object.groupBy(
      outdated.map((bundle) => ({ bundle, inMs: this.validFrom(bundle.orderId) - clock.now() })),
      ({ inMs }) => (inMs > 0 ? 'early' : 'due'),
    );
    const wakeInMs = Math.min(...early.map(({ inMs }) => inMs));
    this.#wake?.dispose();
    this.#wake = early.length === 0 ? null : scheduler.after(wakeInMs, () => this.#want(wanted));
    return due.map(({ bundle }) => bundle);
  }

  /** From when the certificate of an order and its chain are valid, Unix ms; copies are not updated before. */
  validFrom(orderId: string): number {
    const leaf = this.#ports.order(orderId);
    const from = [leaf?.notBefore ?? Number.NEGATIVE_INFINITY, ...(leaf?.findings ?? []).map(beginsAt)];
    return Math.max(...from);
  }

  /**
   * @param isLast whether files that another program changed are reported
   * @returns otherwise the ids of their copies
   */
  async #refresh(due: readonly CopyBundle[], isLast: boolean): Promise<ReadonlySet<string>> {
    const { fs, writer, scheduler, verify, clock, order } = this.#ports;
    const wanted: CopyBundle[] = [];
    const changed = new Set<string>();
    const end = (bundle: CopyBundle, result: WriteResult) => {
      if (!isLast && isConflict(result)) changed.add(bundle.id);
      else this.#end(bundle, result);
    };
    // Both are checked before a private key is fetched.
    const why = new Map<CopyBundle, WriteResult | null>(due.map((bundle) => [bundle, this.#holding(bundle)]));
    const unheld = due.filter((bundle) => why.get(bundle) === null);
    await forEachConcurrent(unheld, READ_AT_ONCE, async (bundle) => {
      if (bundle.autoRefresh && (await mayOverwrite(fs, bundle, 'untouched'))) return;
      // They may be current, whoever wrote them.
      if (await hasLeaf(fs, bundle, order(bundle.orderId)?.fingerprint256 ?? null)) return;
      changed.add(bundle.id);
      why.set(bundle, { kind: 'refused', reason: 'changed' });
    });
    for (const bundle of due) {
      const result = why.get(bundle) ?? null;
      if (result === null) wanted.push(bundle);
      else end(bundle, result);
    }
    if (isLast && changed.size > 0) await verify([...changed]);
    if (wanted.length === 0 || this.#isDisposed) return changed;
    const ids = wanted.map(({ id }) => id);
    this.#updating = new Set(wanted.map(({ orderId }) => orderId));
    const refreshed = await writer.refresh(ids, 'untouched', null).finally(() => {
      this.#updating = new Set();
    });
    if (!refreshed.ok) {
      for (const bundle of wanted)
        this.#ended.fire({ bundle, result: { kind: 'failed', error: refreshed.error } });
      this.#timer?.dispose();
      this.#timer = scheduler.after(BUSY_MS, () => this.#want(new Set(wanted.map(({ orderId }) => orderId))));
      return changed;
    }
    const byId = new Map(refreshed.value.map((each) => [each.copyId, each]));
    for (const bundle of wanted) {
      const each = byId.get(bundle.id);
      // Forgotten meanwhile, or the app is quitting.
      if (each === undefined || (each.kind === 'failed' && each.error.kind === 'cancelled')) continue;
      end(bundle, each);
      // Only another fetch would tell that nothing is left to review.
      if (each.kind === 'needsReview') this.#failedAt.set(bundle.id, clock.monotonic());
    }
    return changed;
  }

  #outcomeOf(copyId: string, result: WriteResult): UpdateOutcome {
    const copy = this.#ports.registry.find(copyId);
    // A service with inconsistent parts may still return the previous certificate.
    const isStill = copy !== null && this.#isOutdated(copy);
    if (result.kind === 'current') return isStill ? 'failed' : 'rewritten';
    return isStill && result.kind === 'written' ? 'failed' : updateOutcome(result);
  }

  /** Why the certificate is to be reviewed, by what is known of it; `null`: it is not. */
  #holding({ orderId }: CopyBundle): WriteResult<'needsReview'> | null {
    const { order, clock } = this.#ports;
    const leaf = order(orderId);
    if (leaf === null) return null;
    const now = clock.now();
    // A finding about a time that has come is gone with the next answer of the service.
    const findings = toReview(leaf.findings.filter(({ kind }) => kind !== 'chainCertificateNotYetValid'));
    if (now <= (endOf(leaf) ?? now) && findings.length === 0) return null;
    return { kind: 'needsReview', fingerprint256: leaf.fingerprint256 ?? '', findings };
  }

  #isOutdated(copy: CopyBundle): boolean {
    const leaf = this.#ports.order(copy.orderId);
    return leaf !== null && isOutdated(copy, leaf);
  }

  #end(bundle: CopyBundle, result: WriteResult): void {
    const { order, clock } = this.#ports;
    const outcome = this.#outcomeOf(bundle.id, result);
    const run = result.kind === 'written' ? result.run : null;
    this.#ended.fire({ bundle, result });
    // Nothing was written, because another computer had done it.
    const isHeld = result.kind === 'current' && outcome === 'rewritten';
    if (isHeld || !bundle.autoRefresh) {
      if (isHeld) this.#failedAt.delete(bundle.id);
      else this.#failedAt.set(bundle.id, clock.monotonic());
      return;
    }
    if (outcome === 'changed' || outcome === 'failed') this.#failedAt.set(bundle.id, clock.monotonic());
    else this.#failedAt.delete(bundle.id);
    const to = order(bundle.orderId)?.fingerprint256 ?? null;
    const error = result.kind === 'failed' ? result.error : null;
    if (to !== null) this.#refreshed.fire({ bundle, to, outcome, run, error });
  }
}

/** Whether files were not as the registry has them, or did not stay so while they were written. */
function isConflict(result: WriteResult): boolean {
  if (result.kind === 'refused') return result.reason === 'changed';
  return result.kind === 'failed' && result.error.kind === 'fileSystem' && result.error.reason === 'changed';
}

/** When a finding about a certificate that is not valid yet is over, Unix ms; `-Infinity`: it is about something else. */
function beginsAt(finding: Finding): number {
  return finding.kind === 'chainCertificateNotYetValid' ? finding.notBefore : Number.NEGATIVE_INFINITY;
}
