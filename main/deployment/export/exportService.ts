import { join } from 'node:path';
import type { WarnedPlace } from '#main/platform/consent/questions.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { isForJava } from '#shared/domain/preset.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { BundleRewriter } from './bundleRewriter.ts';
import { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { type ExportRequest, findRequested } from './exportRequest.ts';
import { JobPublisher } from './jobPublisher.ts';
import {
  type PutBackOutcome,
  type PutBackWish,
  putBack,
  type RemoveFormerWish,
  removeFormer,
} from './putBack.ts';
import { fetchAndReview } from './reviewExport.ts';
import type { RewriteOutcome, RewriteWish } from './rewriteBundle.ts';
import { exportPassphraseProblem } from './sealPkcs12.ts';
import { type WriteWish, writeAndProve } from './writeAndProve.ts';

/** A review that nobody answers holds private keys in memory; after this it is cancelled. */
const unattendedReviewMs = 5 * 60_000;

/**
 * Exports orders: the dialog, a fetch of fresh material, a review by the person, the write, a proof of it, a summary. One at
 * a time. Private keys live from their fetch until the job is done, at most five minutes of which wait for the person.
 */
export class ExportService implements Disposable {
  readonly #ports: ExportServicePorts;
  readonly #publisher: JobPublisher;
  readonly #rewriter: BundleRewriter;
  #job: ExportJob | null = null;
  #choosing = false;
  #occupied = false;
  #disposed = false;
  #unattended: Disposable | null = null;
  #work: Promise<void> = Promise.resolve();

  readonly onDidChange: Event<ExportJobView | null>;

  constructor(ports: ExportServicePorts) {
    this.#ports = ports;
    this.#publisher = new JobPublisher(() => this.#job, ports.scheduler);
    this.#rewriter = new BundleRewriter(ports);
    this.onDidChange = this.#publisher.onDidChange;
  }

  /** The job as it was last published. */
  view(): ExportJobView | null {
    return this.#publisher.view;
  }

  /** Whether an export is under way, or its dialog open: another one has to wait. */
  isBusy(): boolean {
    return this.#choosing || this.#occupied || (this.#job !== null && this.#job.phase !== 'done');
  }

  /**
   * Opens the dialog, then begins to fetch. Errors: `busy` while another job or dialog is open, `unknownId`,
   * `invalidInput` for one delivery of several orders.
   * @returns the job's id, or `null` when the person closed the dialog
   */
  async start(request: ExportRequest): Promise<Result<string | null>> {
    if (this.isBusy()) return err({ kind: 'busy' });
    const found = findRequested(request, this.#ports);
    if (!found.ok) return found;
    const { preset, orders } = found.value;
    const { dialogs, folderDestination, zipDestination, neighbours, newId } = this.#ports;
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
    const job = new ExportJob(newId(), request, preset, orders, target, destination, neighbours);
    this.#job = job;
    this.#publish();
    this.#run(job, () => this.#fetchAndReview(job));
    return ok(job.id);
  }

  /**
   * Writes what was reviewed; the summary arrives as the job's view.
   * Private keys go to a place that is warned of only once the person agreed to that in a box.
   * Errors: `unknownId` for a job that is not there, `busy` when it does not wait for an answer, `invalidInput` for a
   * passphrase that is missing or cannot be used, those of `AskConsent`: the job waits on.
   * @param passphrase of PKCS#12 files; let go of when they are written and proven
   */
  async confirm(
    jobId: string,
    conflicts: 'replace' | 'keep',
    passphrase: string | null = null,
  ): Promise<Result<null>> {
    const job = this.#find(jobId);
    if (job === null) return err({ kind: 'unknownId' });
    if (job.phase !== 'review') return err({ kind: 'busy' });
    const problem = job.needsPassphrase ? exportPassphraseProblem(passphrase, isForJava(job.layout)) : null;
    if (problem !== null) return err(problem);
    if (job.asksToAccept) {
      const consent = await this.#ports.confirmPlace(placeOf(job));
      if (!consent.ok) return consent;
      // It may have ended while the person was asked.
      if (job.phase !== 'review' || this.#find(jobId) !== job) return err({ kind: 'cancelled' });
    }
    this.#unattended?.dispose();
    job.enter('writing');
    this.#publish();
    this.#run(job, () => this.#write(job, { conflicts, passphrase: passphrase ?? '' }));
    return ok(null);
  }

  /**
   * Writes bundles anew where they are, with what their orders have now: no dialog, no review, every check. Error:
   * `busy` while another export is under way.
   * @returns what became of each, in the order of the wishes
   */
  async rewrite(wishes: readonly RewriteWish[]): Promise<Result<readonly RewriteOutcome[]>> {
    if (this.isBusy() || this.#disposed) return err({ kind: 'busy' });
    return ok(await this.#alone(this.#rewriter.rewrite(wishes)));
  }

  /**
   * Swaps the files of a bundle with the ones that they replaced, which were kept. Error: `busy` while another export is
   * under way.
   */
  async putBack(wish: PutBackWish): Promise<Result<PutBackOutcome>> {
    if (this.isBusy() || this.#disposed) return err({ kind: 'busy' });
    return ok(await this.#alone(putBack(wish, this.#ports)));
  }

  /**
   * Removes kept files that nobody wants back; that they are gone is no failure. Errors: `busy` while another export is
   * under way; `fileSystem`, also for those that are in use.
   */
  async removeFormer(wish: RemoveFormerWish): Promise<Result<null>> {
    if (this.isBusy() || this.#disposed) return err({ kind: 'busy' });
    return this.#alone(removeFormer(wish, this.#ports));
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
    this.#rewriter.dispose();
    if (this.#job !== null) this.cancel(this.#job.id);
    this.#publisher.dispose();
    this.#unattended?.dispose();
  }

  #find(jobId: string): ExportJob | null {
    return this.#job?.id === jobId ? this.#job : null;
  }

  /** Nothing else begins until this has ended. */
  async #alone<Value>(work: Promise<Value>): Promise<Value> {
    this.#occupied = true;
    const ended = work.finally(() => {
      this.#occupied = false;
    });
    this.#work = ended.then(
      () => undefined,
      () => undefined,
    );
    return ended;
  }

  /** Whatever happens, no job stays open with keys in memory. */
  #run(job: ExportJob, work: () => Promise<void>): void {
    this.#work = work().catch((error: unknown) => {
      this.#finish(job);
      throw error;
    });
  }

  async #fetchAndReview(job: ExportJob): Promise<void> {
    const asks = await fetchAndReview(job, this.#ports, () => this.#publisher.publishSoon(job));
    if (job.signal.aborted) return;
    if (!asks) return this.#finish(job);
    job.phase = 'review';
    this.#unattended = this.#ports.scheduler.after(unattendedReviewMs, () => {
      job.error = { kind: 'cancelled' };
      this.cancel(job.id);
    });
    this.#publish();
  }

  async #write(job: ExportJob, wish: WriteWish): Promise<void> {
    await writeAndProve(job, wish, this.#ports, this.#publisher);
    this.#finish(job);
  }

  #finish(job: ExportJob): void {
    this.#unattended?.dispose();
    this.#unattended = null;
    job.finish();
    this.#publish();
  }

  #publish(): void {
    this.#publisher.publish();
  }
}

/** Where a job would write private keys. */
function placeOf({ container, target, warnings, items }: ExportJob): WarnedPlace {
  const orders = items.filter(({ plan }) => plan !== null).map(({ view }) => view.title);
  return { container, target, warnings, orders };
}
