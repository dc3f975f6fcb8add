import { join } from 'node:path';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { isForJava } from '#shared/domain/presetServer.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { ExportJob } from './exportJob.ts';
import type { ExportRequest, ExportServicePorts } from './exportPorts.ts';
import { JobPublisher } from './jobPublisher.ts';
import { exportPassphraseProblem } from './presetFiles.ts';
import type { WarnedPlace } from './questions.ts';
import type { RefreshRequest } from './refreshBundle.ts';
import type { BackupFolder, RestoreOutcome, RestoreRequest } from './restoreBundle.ts';
import type { WriteChoices } from './writeExport.ts';

/** A review holds private keys in memory, so it is cancelled after this time. */
const reviewTimeoutMs = 5 * 60_000;

interface Requested {
  readonly orders: readonly OrderRow[];
  readonly preset: ExportPreset;
}

/**
 * Exports orders, one job at a time: dialog, fetch, review by the user, write, proof, summary. Private keys are in memory
 * from the fetch until the job ends.
 */
export class ExportService implements Disposable {
  readonly #ports: ExportServicePorts;
  readonly #publisher: JobPublisher;
  readonly #disposing = new AbortController();
  #job: ExportJob | null = null;
  /** A dialog is open, or a refresh, restore or removal is running. */
  #occupied = false;
  #reviewTimeout: Disposable | null = null;
  #work: Promise<unknown> = Promise.resolve();

  readonly onDidChange: Event<ExportJobView | null>;

  constructor(ports: ExportServicePorts) {
    this.#ports = ports;
    this.#publisher = new JobPublisher(() => this.#job, ports.scheduler);
    this.onDidChange = this.#publisher.onDidChange;
  }

  /** The job as last published. */
  view(): ExportJobView | null {
    return this.#publisher.view;
  }

  /** Ids of the orders of a job for which the user must accept its warnings. */
  ordersToAccept(jobId: string): readonly string[] {
    return this.#find(jobId)?.ordersToAccept ?? [];
  }

  isBusy(): boolean {
    return this.#occupied || (this.#job !== null && this.#job.phase !== 'done');
  }

  /** Whether files may be written that are not registered yet. */
  isWriting(): boolean {
    return this.#occupied || this.#job?.phase === 'writing';
  }

  /**
   * Opens the dialog unless a copy or a planned destination says where to, then begins to fetch. The first export to a
   * planned destination is always reviewed. Errors: `busy` while another job or dialog is open, `unknownId`, `invalidInput`
   * for one delivery of several orders, `fileSystem` and `storage` for the folder of a planned destination.
   * @returns the job's id, or `null` if the user closed the dialog
   */
  async start(request: ExportRequest): Promise<Result<string | null>> {
    if (this.isBusy()) return err({ kind: 'busy' });
    const found = this.#findRequested(request);
    if (!found.ok) return found;
    const { into } = request;
    const known = into === null ? null : this.#ports.known.target(into);
    if (known !== null) return ok(this.#begin(request, found.value, known));
    const target = await this.#whileOccupied(() =>
      into === null ? this.#choose(request) : this.#folderOf(into),
    );
    if (!target.ok) return target;
    if (target.value === null || this.#disposing.signal.aborted) return ok(null);
    return ok(
      this.#begin(
        { ...request, review: into === null ? request.review : 'always' },
        found.value,
        target.value,
      ),
    );
  }

  /**
   * Exports what failed in a finished job again, to the same place; all orders of a ZIP file. Errors: `busy`, `unknownId`.
   * @returns the id of the new job
   */
  retry(jobId: string): Result<string> {
    const job = this.#find(jobId);
    if (job === null) return err({ kind: 'unknownId' });
    if (this.isBusy()) return err({ kind: 'busy' });
    const isLeft = ({ state }: ExportItemView) => state === 'failed' || state === 'cancelled';
    const left = job.items.filter(({ view }) => job.container === 'zip' || isLeft(view));
    const request = { ...job.request, orderIds: left.map(({ order }) => order.id) };
    const found = this.#findRequested(request);
    return found.ok ? ok(this.#begin(request, found.value, job.target)) : found;
  }

  async #choose({ container }: ExportRequest): Promise<Result<string | null>> {
    const { dialogs } = this.#ports;
    return ok(
      await (container === 'zip' ? dialogs.chooseZipFile('certificates.zip') : dialogs.chooseFolder()),
    );
  }

  async #folderOf(plannedId: string): Promise<Result<string | null>> {
    const folder = await this.#ports.planned.prepare(plannedId);
    return folder.ok && folder.value === null ? err({ kind: 'unknownId' }) : folder;
  }

  async #whileOccupied<Value>(run: () => Promise<Value>): Promise<Value> {
    this.#occupied = true;
    try {
      return await run();
    } finally {
      this.#occupied = false;
    }
  }

  /** @returns the id of the job */
  #begin(request: ExportRequest, { orders, preset }: Requested, target: string): string {
    const { folderDestination, zipDestination, neighbours, newId } = this.#ports;
    const destination = request.container === 'zip' ? zipDestination(target) : folderDestination(target);
    const onProgress = () => this.#publisher.publishSoon();
    const job = new ExportJob({
      id: newId(),
      request,
      preset,
      orders,
      target,
      destination,
      neighbours,
      onProgress,
    });
    this.#job = job;
    this.#publisher.publish();
    this.#run(job, () => this.#prepare(job));
    return job.id;
  }

  /**
   * Writes what was reviewed, once the user agreed to the warnings of the target, and to replace files that are not the
   * orders' own in a folder that was not chosen for this export. Errors leave the job waiting: `unknownId`,
   * `busy` in another phase, `invalidInput` for the passphrase, those of `AskConsent`.
   * @param passphrase of PKCS#12 files; dropped once they are written and proven
   * @param leftOut ids of orders of which nothing is written
   */
  async confirm(
    jobId: string,
    conflicts: WriteChoices['conflicts'],
    passphrase: string | null = null,
    leftOut: ReadonlySet<string> = new Set(),
  ): Promise<Result<null>> {
    const job = this.#find(jobId);
    if (job === null) return err({ kind: 'unknownId' });
    if (job.phase !== 'review') return err({ kind: 'busy' });
    const problem = job.needsPassphrase ? exportPassphraseProblem(passphrase, isForJava(job.layout)) : null;
    if (problem !== null) return err(problem);
    job.leaveOut(leftOut);
    if (passphrase !== null) await this.recognize(jobId, passphrase);
    const consent = await this.#askFor(job, conflicts);
    if (!consent.ok) return consent;
    // The job may have ended meanwhile.
    if (job.phase !== 'review' || this.#find(jobId) !== job) return err({ kind: 'cancelled' });
    this.#reviewTimeout?.dispose();
    this.#run(job, () => this.#write(job, { conflicts, passphrase: passphrase ?? '' }));
    return ok(null);
  }

  /** Recognizes files that are current, once the passphrase is known. Without effect for any other job than a reviewed one. */
  async recognize(jobId: string, passphrase: string): Promise<void> {
    const job = this.#find(jobId);
    if (job === null || job.phase !== 'review') return;
    const { recognizeSealedFiles } = await import('./recognizeHeld.ts');
    await recognizeSealedFiles(job, passphrase, this.#ports);
    this.#publisher.publish();
  }

  async #askFor(job: ExportJob, conflicts: WriteChoices['conflicts']): Promise<Result<null>> {
    const { confirmPlace, confirmReplacing } = this.#ports;
    if (job.asksToAccept) {
      const consent = await confirmPlace(placeOf(job));
      if (!consent.ok) return consent;
    }
    const replaced = job.request.into !== null && conflicts === 'replace' ? job.othersFiles() : [];
    return replaced.length === 0 ? ok(null) : confirmReplacing(job.root, replaced);
  }

  /** Updates written bundles in place, without dialog and review. Error: `busy`. @returns one result per request */
  async refresh(requests: readonly RefreshRequest[]): Promise<Result<readonly WriteResult[]>> {
    return this.#alone(async (signal) => {
      const { refreshBundles } = await import('./refreshBundle.ts');
      const ended = await refreshBundles(requests, this.#ports, signal);
      // Only after all writes: several copies of an order may need the same stored key.
      for (const { orderId, fingerprint256 } of ended.flatMap(({ deliveredKeys }) => deliveredKeys))
        this.#ports.orders.onKeyExported(orderId, null, fingerprint256);
      return ok(ended.map(({ result }) => result));
    });
  }

  /** Swaps the files of a bundle with the previous ones. Error: `busy`. */
  async restore(request: RestoreRequest): Promise<Result<RestoreOutcome>> {
    return this.#alone(async () => {
      const { restoreBundle } = await import('./restoreBundle.ts');
      return ok(await restoreBundle(request, this.#ports));
    });
  }

  /** Removes previous files, if they exist. Errors: `busy`; `fileSystem`, also while they are in use. */
  async removePrevious(files: BackupFolder): Promise<Result<null>> {
    return this.#alone(async () => {
      const { removePreviousFiles } = await import('./restoreBundle.ts');
      return removePreviousFiles(files, this.#ports);
    });
  }

  /** Stops a job. Orders that are written stay; nothing else is left. */
  cancel(jobId: string): void {
    const job = this.#find(jobId);
    if (job === null || job.phase === 'done') return;
    job.abort();
    // In other phases the write and the proof finish what can't be interrupted, and end the job.
    if (job.phase === 'fetching' || job.phase === 'review') this.#finish(job);
  }

  /** Removes a finished job; cancels one that is running, whose summary then stays. */
  dismiss(jobId: string): void {
    const job = this.#find(jobId);
    if (job === null) return;
    this.cancel(jobId);
    if (job.phase !== 'done') return;
    this.#job = null;
    this.#publisher.publish();
  }

  /** Shows what was written, if anything, in the file manager. */
  reveal(jobId: string): void {
    const job = this.#find(jobId);
    const first = job?.items.find(({ view }) => view.state === 'written');
    if (job === null || first === undefined) return;
    this.#ports.showInFolder(job.container === 'zip' ? job.target : join(job.target, first.view.folder));
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  dispose(): void {
    this.#disposing.abort();
    if (this.#job !== null) this.cancel(this.#job.id);
    this.#publisher.dispose();
    this.#reviewTimeout?.dispose();
  }

  #find(jobId: string): ExportJob | null {
    return this.#job?.id === jobId ? this.#job : null;
  }

  #findRequested({ orderIds, presetId, deliveryId }: ExportRequest): Result<Requested> {
    const orders: OrderRow[] = [];
    for (const id of new Set(orderIds)) {
      const order = this.#ports.orders.get(id);
      if (order === null) return err({ kind: 'unknownId' });
      orders.push(order);
    }
    if (deliveryId !== null && orders.length !== 1)
      return err({ kind: 'invalidInput', field: 'arguments', reason: 'tooMany' });
    const preset = this.#ports.presets.find(presetId);
    return preset === null ? err({ kind: 'unknownId' }) : ok({ orders, preset });
  }

  /** Error: `busy`. */
  async #alone<Value>(run: (signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>> {
    const { signal } = this.#disposing;
    if (this.isBusy() || signal.aborted) return err({ kind: 'busy' });
    this.#occupied = true;
    const work = run(signal).finally(() => {
      this.#occupied = false;
    });
    this.#work = Promise.allSettled([work]);
    return work;
  }

  /** Even after a bug, no job stays open with keys in memory. */
  #run(job: ExportJob, work: () => Promise<void>): void {
    this.#work = work().catch((error: unknown) => {
      this.#finish(job);
      throw error;
    });
  }

  async #prepare(job: ExportJob): Promise<void> {
    const prepare = await import('./prepareExport.ts');
    const { fetchMaterial, recognizeOwnFiles, reviewTarget } = prepare;
    const { recognizeHeldFiles } = await import('./recognizeHeld.ts');
    const isFetched = await fetchMaterial(job, this.#ports);
    if (isFetched) await recognizeHeldFiles(job, this.#ports);
    const isReady = isFetched && (await reviewTarget(job, this.#ports));
    if (isReady) await recognizeOwnFiles(job, this.#ports);
    if (job.signal.aborted) return;
    if (!isReady || job.plans().length === 0) return this.#finish(job);
    if (job.request.review === 'whenNeeded' && !job.asks)
      return this.#write(job, { conflicts: 'keepOthers', passphrase: '' });
    job.enter('review');
    this.#reviewTimeout = this.#ports.scheduler.after(reviewTimeoutMs, () => {
      job.abort({ kind: 'cancelled' });
      this.cancel(job.id);
    });
    this.#publisher.publish();
  }

  async #write(job: ExportJob, choices: WriteChoices): Promise<void> {
    job.enter('writing');
    this.#publisher.publish();
    const { proveExport, writeExport } = await import('./writeExport.ts');
    const written = await writeExport(job, choices, this.#ports);
    if (written === null) return this.#finish(job);
    job.enter('proving');
    this.#publisher.publish();
    const { copies, deliveredKeys } = await proveExport(job, written, choices.passphrase, this.#ports);
    for (const { orderId, fingerprint256 } of deliveredKeys)
      this.#ports.orders.onKeyExported(orderId, job.deliveryId, fingerprint256);
    this.#finish(job);
    this.#ports.onFinished(copies);
  }

  #finish(job: ExportJob): void {
    this.#reviewTimeout?.dispose();
    this.#reviewTimeout = null;
    job.finish();
    this.#publisher.publish();
  }
}

/** Where a job would write private keys. */
function placeOf({ container, target, warnings, items }: ExportJob): WarnedPlace {
  const orders = items.filter(({ plan }) => plan !== null).map(({ view }) => view.title);
  return { container, target, warnings, orders };
}
