import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type Finding, toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { type UpdateOutcome, updateOutcome, type WriteResult } from '#shared/domain/writeResult.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import { isOutdated, type WantedCertificate } from './copyView.ts';
import type { CopyWriter } from './copyWriter.ts';
import type { ReadOnlyFs } from './fileCheck.ts';
import { mayOverwrite } from './overwrite.ts';

/** Delay while an export is running. */
const BUSY_MS = MINUTE_MS;
/** Minimum time between two attempts after a failure. */
const FAILED_MS = 10 * MINUTE_MS;

export interface AutoRefreshed {
  readonly bundle: CopyBundle;
  /** SHA-256 fingerprint of the order's current leaf. */
  readonly to: string;
  readonly outcome: UpdateOutcome;
  /** The run of its command; `null`: it has none, or the files were not updated. */
  readonly run: ProgramRun | null;
}

export type RefreshableLeaf = WantedCertificate & Pick<OrderRow, 'findings'>;

export interface AutoRefresherPorts {
  readonly registry: CopyRegistry;
  readonly fs: ReadOnlyFs;
  readonly order: (id: string) => RefreshableLeaf | null;
  readonly writer: Pick<CopyWriter, 'refresh'>;
  readonly verify: (ids: readonly string[]) => Promise<void>;
  readonly onRefreshed: (refreshed: AutoRefreshed) => void;
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
  #isWanted = false;
  #isDisposed = false;
  #timer: Disposable | null = null;
  /** Until the first certificate that waits for its time is valid. */
  #wake: Disposable | null = null;

  constructor(ports: AutoRefresherPorts) {
    this.#ports = ports;
  }

  /** To be called when orders were renewed or copies were checked. */
  check(): void {
    this.#isWanted = true;
    if (this.#work !== null || this.#isDisposed) return;
    this.#work = this.#run()
      .catch((error: unknown) =>
        this.#ports.logger.error('Copies were not updated', { error: errorName(error) }),
      )
      .finally(() => {
        this.#work = null;
        // It may have been called again while the last run ended.
        if (this.#isWanted) this.check();
      });
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
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      const due = this.#due();
      if (due.length > 0) await this.#refresh(due);
    }
  }

  /** The copies to update now. Those with a certificate that is not valid yet are looked at again when it is. */
  #due(): readonly CopyBundle[] {
    const { registry, clock, scheduler } = this.#ports;
    const now = clock.monotonic();
    const outdated = registry.list().filter((bundle) => {
      const failedAt = this.#failedAt.get(bundle.id) ?? Number.NEGATIVE_INFINITY;
      return bundle.autoRefresh && this.#isOutdated(bundle) && now - failedAt >= FAILED_MS;
    });
    const { due = [], early = [] } = Object.groupBy(
      outdated.map((bundle) => ({ bundle, inMs: this.#validInMs(bundle.orderId) })),
      ({ inMs }) => (inMs > 0 ? 'early' : 'due'),
    );
    const wakeInMs = Math.min(...early.map(({ inMs }) => inMs));
    this.#wake?.dispose();
    this.#wake = early.length === 0 ? null : scheduler.after(wakeInMs, () => this.check());
    return due.map(({ bundle }) => bundle);
  }

  /** In how many ms the certificate of an order and its chain are valid; 0 or less: they are. */
  #validInMs(orderId: string): number {
    const { order, clock } = this.#ports;
    const leaf = order(orderId);
    const from = [leaf?.notBefore ?? Number.NEGATIVE_INFINITY, ...(leaf?.findings ?? []).map(beginsAt)];
    return Math.max(...from) - clock.now();
  }

  async #refresh(due: readonly CopyBundle[]): Promise<void> {
    const { fs, writer, scheduler, verify, clock } = this.#ports;
    const wanted: CopyBundle[] = [];
    const changed: string[] = [];
    for (const bundle of due) {
      // Both are checked before a private key is fetched.
      if (this.#isHeld(bundle)) this.#end(bundle, 'held');
      else if (await mayOverwrite(fs, bundle, 'untouched')) wanted.push(bundle);
      else {
        changed.push(bundle.id);
        this.#end(bundle, 'changed');
      }
    }
    if (changed.length > 0) await verify(changed);
    if (wanted.length === 0 || this.#isDisposed) return;
    const ids = wanted.map(({ id }) => id);
    this.#updating = new Set(wanted.map(({ orderId }) => orderId));
    const refreshed = await writer.refresh(ids, 'untouched', null).finally(() => {
      this.#updating = new Set();
    });
    if (!refreshed.ok) {
      this.#timer?.dispose();
      this.#timer = scheduler.after(BUSY_MS, () => this.check());
      return;
    }
    const byId = new Map(refreshed.value.map((each) => [each.copyId, each]));
    for (const bundle of wanted) {
      const each = byId.get(bundle.id);
      // Forgotten meanwhile, or the app is quitting.
      if (each === undefined || (each.kind === 'failed' && each.error.kind === 'cancelled')) continue;
      this.#end(bundle, this.#outcomeOf(bundle.id, each), each.kind === 'written' ? each.run : null);
      // Only another fetch would tell that nothing is left to review.
      if (each.kind === 'needsReview') this.#failedAt.set(bundle.id, clock.monotonic());
    }
  }

  #outcomeOf(copyId: string, result: WriteResult): UpdateOutcome {
    const copy = this.#ports.registry.find(copyId);
    // A service with inconsistent parts may still return the previous certificate.
    const isStill = result.kind === 'written' && copy !== null && this.#isOutdated(copy);
    return isStill ? 'failed' : updateOutcome(result);
  }

  #isHeld({ orderId }: CopyBundle): boolean {
    const { order, clock } = this.#ports;
    const leaf = order(orderId);
    if (leaf === null) return false;
    const now = clock.now();
    // A finding about a time that has come is gone with the next answer of the service.
    const lasting = leaf.findings.filter(({ kind }) => kind !== 'chainCertificateNotYetValid');
    return now > (endOf(leaf) ?? now) || toReview(lasting).length > 0;
  }

  #isOutdated(copy: CopyBundle): boolean {
    const leaf = this.#ports.order(copy.orderId);
    return leaf !== null && isOutdated(copy, leaf);
  }

  #end(bundle: CopyBundle, outcome: UpdateOutcome, run: ProgramRun | null = null): void {
    const { order, onRefreshed, clock } = this.#ports;
    if (outcome === 'changed' || outcome === 'failed') this.#failedAt.set(bundle.id, clock.monotonic());
    else this.#failedAt.delete(bundle.id);
    const to = order(bundle.orderId)?.fingerprint256 ?? null;
    if (to !== null) onRefreshed({ bundle, to, outcome, run });
  }
}

/** When a finding about a certificate that is not valid yet is over, Unix ms; `-Infinity`: it is about something else. */
function beginsAt(finding: Finding): number {
  return finding.kind === 'chainCertificateNotYetValid' ? finding.notBefore : Number.NEGATIVE_INFINITY;
}
