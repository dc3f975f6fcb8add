import { join } from 'node:path';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type ExportPreset, isForJava } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../api/material.ts';
import type { Bundle } from '../certificates/bundle.ts';
import type { Disposable } from '../lib/disposable.ts';
import { Emitter } from '../lib/emitter.ts';
import type { Scheduler } from '../lib/scheduler.ts';
import { forEachBounded } from './bounded.ts';
import type { ExportDestination } from './exportDestination.ts';
import { ExportJob, type ExportRequest } from './exportJob.ts';
import type { ExportSource } from './exportSource.ts';
import { fetchItems } from './fetchItems.ts';
import { quietly } from './fileErrors.ts';
import type { ExportGuards } from './guards/exportGuards.ts';
import { type ProofPorts, proveItems } from './proveItems.ts';
import { type RewriteOutcome, type RewriteWish, rewriteBundle } from './rewriteBundle.ts';
import { exportPassphraseProblem } from './sealPkcs12.ts';
import type { WrittenBundle } from './writtenBundle.ts';

/** The native dialogs. `null`: the person closed it. */
export interface ExportDialogs {
  chooseFolder(): Promise<string | null>;
  /** Asks before it gives the name of a file that exists. */
  chooseZipFile(suggestedName: string): Promise<string | null>;
}

/** What is known of orders, and where news of them goes. */
export interface ExportOrders {
  get(id: string): OrderRow | null;
  /** What the service gave just now has another leaf than `get` says: the order is to be asked for. */
  onFetched(orderId: string): void;
  /**
   * The private key that a delivery brought is in its place, so that it need not be kept here any longer.
   * @param deliveryId the delivery that was asked for, or `null`: the one that counted for the order
   * @param fingerprint256 of the leaf that the key belongs to: another delivery may count by now
   */
  onKeyExported(orderId: string, deliveryId: string | null, fingerprint256: string): void;
}

/** Checks material of an order, and gives the parts that agree with each other as canonical PEM. */
export type BundleBuilder = (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;

/** Remembers directories while they are written to, across a kill of the process. */
export interface ExportRecord {
  add(directories: readonly string[]): Promise<void>;
  remove(directories: readonly string[]): Promise<void>;
}

export interface ExportServicePorts extends ProofPorts {
  readonly dialogs: ExportDialogs;
  readonly orders: ExportOrders;
  readonly source: ExportSource;
  readonly presets: { find(id: string): ExportPreset | null };
  readonly buildBundle: BundleBuilder;
  readonly guards: ExportGuards;
  readonly folderDestination: (path: string) => ExportDestination;
  readonly zipDestination: (path: string) => ExportDestination;
  readonly record: ExportRecord;
  /** Files are in their folders for good. */
  readonly onWritten: (written: readonly WrittenBundle[]) => void;
  readonly scheduler: Scheduler;
  /** Shows a file or folder in the system's file manager. */
  readonly showInFolder: (path: string) => void;
  readonly newId: () => string;
}

/** A review that nobody answers holds private keys in memory; after this it is cancelled. */
const unattendedReviewMs = 5 * 60_000;
/** The threads that derive keys are four by default. */
const sealedAtOnce = 4;
const rewrittenAtOnce = 4;
/** Progress is told at most this often, and less often for exports whose view is large. */
const progressMs = 100;
const progressMsPerItem = 0.1;

/**
 * Exports orders: the dialog, a fetch of fresh material, a review by the person, the write, a proof of it, a summary. One at
 * a time. Private keys live from their fetch until the job is done, at most five minutes of which wait for the person.
 */
export class ExportService implements Disposable {
  readonly #ports: ExportServicePorts;
  readonly #changed = new Emitter<ExportJobView | null>();
  #job: ExportJob | null = null;
  #view: ExportJobView | null = null;
  #choosing = false;
  #rewriting: AbortController | null = null;
  #disposed = false;
  #progress: Disposable | null = null;
  #unattended: Disposable | null = null;
  #work: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(ports: ExportServicePorts) {
    this.#ports = ports;
  }

  /** The job as it was last published. */
  view(): ExportJobView | null {
    return this.#view;
  }

  /** Whether an export is under way, or its dialog open: another one has to wait. */
  isBusy(): boolean {
    return this.#choosing || this.#rewriting !== null || (this.#job !== null && this.#job.phase !== 'done');
  }

  /**
   * Opens the dialog, then begins to fetch. Errors: `busy` while another job or dialog is open, `unknownId`,
   * `invalidInput` for one delivery of several orders.
   * @returns the job's id, or `null` when the person closed the dialog
   */
  async start(request: ExportRequest): Promise<Result<string | null>> {
    if (this.isBusy()) return err({ kind: 'busy' });
    const orders: OrderRow[] = [];
    for (const id of new Set(request.orderIds)) {
      const order = this.#ports.orders.get(id);
      if (order === null) return err({ kind: 'unknownId' });
      orders.push(order);
    }
    if (request.deliveryId !== null && orders.length !== 1)
      return err({ kind: 'invalidInput', field: 'arguments', reason: 'tooMany' });
    const preset = this.#ports.presets.find(request.presetId);
    if (preset === null) return err({ kind: 'unknownId' });
    const { dialogs, folderDestination, zipDestination, newId } = this.#ports;
    const isZip = request.container === 'zip';
    this.#choosing = true;
    let target: string | null;
    try {
      target = await (isZip ? dialogs.chooseZipFile('certificates.zip') : dialogs.chooseFolder());
    } finally {
      this.#choosing = false;
    }
    if (target === null || this.#disposed) return ok(null);
    const destination = isZip ? zipDestination(target) : folderDestination(target);
    const job = new ExportJob(newId(), request, preset, orders, target, destination);
    this.#job = job;
    this.#publish();
    this.#run(job, () => this.#fetchAndReview(job));
    return ok(job.id);
  }

  /**
   * Writes what was reviewed; the summary arrives as the job's view.
   * Errors: `unknownId` for a job that is not there, `busy` when it does not wait for an answer, `invalidInput` for a
   * passphrase that is missing or cannot be used, and for warnings that were not accepted: the job waits on.
   * @param passphrase of PKCS#12 files; let go of when they are written and proven
   * @param acceptsWarnings whether the person knows of the warnings and wants the private key there
   */
  confirm(
    jobId: string,
    conflicts: 'replace' | 'keep',
    passphrase: string | null = null,
    acceptsWarnings = false,
  ): Result<null> {
    const job = this.#find(jobId);
    if (job === null) return err({ kind: 'unknownId' });
    if (job.phase !== 'review') return err({ kind: 'busy' });
    if (job.asksToAccept && !acceptsWarnings)
      return err({ kind: 'invalidInput', field: 'arguments', reason: 'empty' });
    const problem = job.needsPassphrase ? exportPassphraseProblem(passphrase, isForJava(job.presetId)) : null;
    if (problem !== null) return err(problem);
    this.#unattended?.dispose();
    job.phase = 'writing';
    job.completed = 0;
    this.#publish();
    this.#run(job, () => this.#write(job, conflicts, passphrase ?? ''));
    return ok(null);
  }

  /**
   * Writes bundles anew where they are, with what their orders have now: no dialog, no review, every check. Error:
   * `busy` while another export is under way.
   * @returns what became of each, in the order of the wishes
   */
  async rewrite(wishes: readonly RewriteWish[]): Promise<Result<readonly RewriteOutcome[]>> {
    if (this.isBusy() || this.#disposed) return err({ kind: 'busy' });
    const abort = new AbortController();
    this.#rewriting = abort;
    const all = this.#rewriteAll(wishes, abort.signal).finally(() => {
      this.#rewriting = null;
    });
    this.#work = all.then(
      () => undefined,
      () => undefined,
    );
    return ok(await all);
  }

  async #rewriteAll(wishes: readonly RewriteWish[], signal: AbortSignal): Promise<RewriteOutcome[]> {
    const outcomes = new Map<RewriteWish, RewriteOutcome>();
    const keys: { readonly orderId: string; readonly fingerprint256: string }[] = [];
    await forEachBounded(wishes, rewrittenAtOnce, async (wish) => {
      const { outcome, deliveredKeys } = await rewriteBundle(wish, this.#ports, signal);
      outcomes.set(wish, outcome);
      keys.push(...deliveredKeys);
      if (outcome.kind === 'written') this.#ports.onWritten([outcome.bundle]);
    });
    // Not before all are written: an order may have several copies, and its key may be only here.
    for (const { orderId, fingerprint256 } of keys)
      this.#ports.orders.onKeyExported(orderId, null, fingerprint256);
    return wishes.flatMap((wish) => outcomes.get(wish) ?? []);
  }

  /** Stops a job. What is written stays, whole; nothing else is left. */
  cancel(jobId: string): void {
    const job = this.#find(jobId);
    if (job === null || job.phase === 'done') return;
    job.abort();
    // The writer finishes what it cannot leave; it or the proof of what it wrote then ends the job.
    if (job.phase === 'fetching' || job.phase === 'review') this.#finish(job);
  }

  /** Puts away a job. One that is not done is cancelled; a summary of what it had written already stays to be read. */
  dismiss(jobId: string): void {
    const job = this.#find(jobId);
    if (job === null) return;
    this.cancel(jobId);
    if (job.phase !== 'done') return;
    this.#job = null;
    this.#publish();
  }

  /** Shows what was written in the file manager; does nothing when there is nothing. */
  reveal(jobId: string): void {
    const job = this.#find(jobId);
    const first = job?.items.find(({ view }) => view.state === 'written');
    if (job === null || first === undefined) return;
    this.#ports.showInFolder(job.container === 'zip' ? job.target : join(job.target, first.view.folder));
  }

  /** Resolves when nothing is being fetched or written. */
  settled(): Promise<void> {
    return this.#work;
  }

  dispose(): void {
    this.#disposed = true;
    this.#rewriting?.abort();
    if (this.#job !== null) this.cancel(this.#job.id);
    this.#progress?.dispose();
    this.#unattended?.dispose();
  }

  #find(jobId: string): ExportJob | null {
    return this.#job?.id === jobId ? this.#job : null;
  }

  /** Whatever happens, no job stays open with keys in memory. */
  #run(job: ExportJob, work: () => Promise<void>): void {
    this.#work = work().catch((error: unknown) => {
      this.#finish(job);
      throw error;
    });
  }

  async #fetchAndReview(job: ExportJob): Promise<void> {
    // A target that cannot be used is told before anything is fetched for it.
    const target = await job.destination.review([]);
    if (job.signal.aborted) return;
    if (!target.ok) return this.#failWhole(job, target.error);
    await fetchItems(job, this.#ports, () => this.#publishSoon(job));
    if (job.signal.aborted) return;
    job.plan();
    const bundles = job.plans();
    if (bundles.length === 0) return this.#finish(job);
    const review = await job.destination.review(bundles);
    if (job.signal.aborted) return;
    if (!review.ok) return this.#failWhole(job, review.error);
    for (const item of job.items) {
      const found = review.value.orders.get(item.order.id);
      if (item.plan === null || found === undefined) continue;
      if (found.ok) item.view.conflicts = found.value;
      else job.fail(item, found.error);
    }
    if (job.plans().length === 0) return this.#finish(job);
    job.warnings = [...review.value.warnings, ...(await this.#ports.guards(job.guarded()))];
    if (job.signal.aborted) return;
    job.phase = 'review';
    this.#unattended = this.#ports.scheduler.after(unattendedReviewMs, () => {
      job.error = { kind: 'cancelled' };
      this.cancel(job.id);
    });
    this.#publish();
  }

  async #write(job: ExportJob, conflicts: 'replace' | 'keep', passphrase: string): Promise<void> {
    const { record, orders } = this.#ports;
    await forEachBounded(job.items, sealedAtOnce, async (item) => {
      if (!job.signal.aborted) await job.seal(item, passphrase);
    });
    if (job.signal.aborted) return this.#finish(job);
    const bundles = job.bundles();
    const directories = job.destination.directories(bundles);
    // The record serves a repair after a kill; an export goes on without.
    await quietly(() => record.add(directories));
    const written = await job.destination.write(bundles, {
      conflicts,
      signal: job.signal,
      onOutcome: (orderId, outcome) => {
        job.settle(orderId, outcome);
        job.completed += 1;
        this.#publishSoon(job);
      },
    });
    await quietly(() => record.remove(directories));
    if (!written.ok) return this.#failWhole(job, written.error);
    // Not before the whole write: until then it may still fail for what seemed to be written.
    this.#ports.onWritten(job.written());
    await this.#prove(job, passphrase);
    for (const { orderId, fingerprint256 } of job.deliveredKeysWritten())
      orders.onKeyExported(orderId, job.deliveryId, fingerprint256);
    this.#finish(job);
  }

  async #prove(job: ExportJob, passphrase: string): Promise<void> {
    job.phase = 'proving';
    job.completed = 0;
    this.#publish();
    await proveItems(job, passphrase, this.#ports, () => {
      job.completed += 1;
      this.#publishSoon(job);
    });
  }

  #failWhole(job: ExportJob, error: AppError): void {
    job.failAll(error);
    this.#finish(job);
  }

  #finish(job: ExportJob): void {
    this.#unattended?.dispose();
    this.#unattended = null;
    job.finish();
    this.#publish();
  }

  #publishSoon(job: ExportJob): void {
    if (this.#disposed) return;
    const delayMs = Math.max(progressMs, job.items.length * progressMsPerItem);
    this.#progress ??= this.#ports.scheduler.after(delayMs, () => this.#publish());
  }

  #publish(): void {
    this.#progress?.dispose();
    this.#progress = null;
    this.#view = this.#job?.toView() ?? null;
    this.#changed.fire(this.#view);
  }
}
