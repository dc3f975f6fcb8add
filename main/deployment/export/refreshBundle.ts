import { ConcurrencyGate } from '#main/platform/concurrencyGate.ts';
import { isOlder } from '#shared/domain/certificate.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { trustLoss } from '#shared/domain/renewalLoss.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import type { FolderTarget, WrittenBundle } from './exportDestination.ts';
import { ExportJob } from './exportJob.ts';
import type { ExportServicePorts, KnownLeaf, PlannedContent } from './exportPorts.ts';
import { fetchMaterial, reviewTarget, targetRefusal } from './prepareExport.ts';
import { recognizeHeldFiles } from './recognizeHeld.ts';
import { type ExportResult, proveExport, sealBundles, type WrittenCopy, writeSealed } from './writeExport.ts';

const preparedAtOnce = 8;
const provenAtOnce = 4;

/** A written bundle to update in place. PEM only, because a passphrase would need the user. */
export interface RefreshRequest
  extends Pick<WrittenBundle, 'orderId' | 'presetId' | 'target' | 'folder' | 'agreed' | 'chainComplete'> {
  /** The leaf in the files; an older one is refused. */
  readonly leaf: KnownLeaf;
  /** The preset's files, with the names of the written files instead of templates. */
  readonly files: readonly PresetFile[];
  /** Without a user to review it, a certificate must be valid now and have no findings. */
  readonly isUnattended: boolean;
  /** Fingerprint of a leaf that the user reviewed and accepted; `null`: none. */
  readonly reviewed: string | null;
  /** When the files were written, Unix ms. */
  readonly writtenAt: number;
  /** Whether the files on the disk are these, so that nothing is to be written. */
  readonly isCurrent: (content: readonly PlannedContent[]) => Promise<boolean>;
  readonly mayReplace: () => Promise<boolean>;
}

export interface Refreshed extends Pick<ExportResult, 'deliveredKeys'> {
  /** Its command was not run yet. */
  readonly result: WriteResult;
}

/** What the refreshes of one call share. */
interface Together {
  readonly ports: ExportServicePorts;
  readonly signal: AbortSignal;
  readonly preparing: ConcurrencyGate;
  readonly proving: ConcurrencyGate;
}

/**
 * Exports bundles again, without dialog and review: whatever the user would be asked is a refusal. Each is written soon after
 * it is ready, together with others that are. @returns one for each request, in their order
 */
export function refreshBundles(
  requests: readonly RefreshRequest[],
  ports: ExportServicePorts,
  signal: AbortSignal,
): Promise<readonly Refreshed[]> {
  const preparing = new ConcurrencyGate(preparedAtOnce);
  const together = { ports, signal, preparing, proving: new ConcurrencyGate(provenAtOnce) };
  const folderOf = sharing(ports, signal);
  return Promise.all(requests.map((request) => refreshBundle(request, folderOf(request), together)));
}

/** Gives requests with the same target one folder. A second bundle of an order there gets another: a destination has one of each. */
function sharing(ports: ExportServicePorts, signal: AbortSignal): (request: RefreshRequest) => SharedFolder {
  const folders = new Map<string, { readonly folder: SharedFolder; readonly orders: Set<string> }[]>();
  return ({ target, orderId }) => {
    const known = folders.get(target) ?? [];
    folders.set(target, known);
    let free = known.find(({ orders }) => !orders.has(orderId));
    if (free === undefined) {
      free = { folder: new SharedFolder(ports.folderDestination(target), ports, signal), orders: new Set() };
      known.push(free);
    }
    free.orders.add(orderId);
    return free.folder;
  };
}

async function refreshBundle(
  request: RefreshRequest,
  shared: SharedFolder,
  { ports, signal, preparing, proving }: Together,
): Promise<Refreshed> {
  const { orderId, presetId, target, folder, files } = request;
  const order = ports.orders.get(orderId);
  if (order === null) return notRefreshed(failed({ kind: 'unknownId' }));
  const preset = { id: presetId, name: null, folder, server: null, files };
  // The names are those of the existing files, so they can't clash.
  const neighbours = () => ({ orders: [], copies: [] });
  const fixed = { parts: null, container: 'folder', into: null, review: 'always', deliveryId: null } as const;
  const job = new ExportJob({
    id: ports.newId(),
    request: { ...fixed, orderIds: [orderId], presetId },
    preset,
    orders: [order],
    target,
    destination: shared.destination,
    neighbours,
    onProgress: () => undefined,
  });
  if (job.needsPassphrase) throw new Error('A refresh cannot ask for a passphrase');
  const abort = () => job.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  let isReady = false;
  shared.enter();
  try {
    const problem = await preparing.run(null, () => prepare(job, request, ports));
    if (problem !== null) return notRefreshed(problem);
    isReady = true;
    const written = await shared.write(job);
    const error = job.error ?? job.items[0]?.view.error ?? null;
    if (error !== null || written === null || written.length === 0)
      return notRefreshed(failed(error ?? { kind: 'cancelled' }));
    const { copies, deliveredKeys } = await proving.run(null, () => proveExport(job, written, '', ports));
    const [[copy], [item]] = [copies, job.items];
    if (copy === undefined || item === undefined) throw new Error('A written bundle has no proof');
    const { files, canUndo } = item.view;
    return { result: { kind: 'written', files, canUndo, proof: copy.proof, run: null }, deliveredKeys };
  } finally {
    if (!isReady) shared.leave();
    signal.removeEventListener('abort', abort);
    job.finish();
  }
}

/** @returns why not to write, or `null` */
async function prepare(
  job: ExportJob,
  request: RefreshRequest,
  ports: ExportServicePorts,
): Promise<WriteResult | null> {
  const [item] = job.items;
  if (item === undefined) return failed({ kind: 'unknownId' });
  const isFetched = await fetchMaterial(job, ports);
  if (item.view.error !== null) return failed(item.view.error);
  if (!isFetched || item.fetched === null) return failed({ kind: 'cancelled' });
  const { leaf, isValidNow, isChainAccepted } = item.fetched;
  if (isOlder(leaf, request.leaf)) return { kind: 'refused', reason: 'olderLeaf' };
  const { review, chain } = item.view;
  const isReviewed = request.reviewed === leaf.fingerprint256;
  // The files can have had a trusted chain that the order's accepted certificate has not.
  const lost = isChainAccepted ? null : trustLoss(request, chain.missingIssuer);
  const isSaid = lost === null || review.some(({ kind }) => kind === lost.kind);
  const findings = isSaid ? review : [...review, lost];
  if ((findings.length > 0 && !isReviewed) || (request.isUnattended && !isValidNow))
    return { kind: 'needsReview', fingerprint256: leaf.fingerprint256, findings };
  // Links that were made since lead to another folder.
  if (job.root === request.target) await recognizeHeldFiles(job, ports);
  if (item.view.error !== null) return failed(item.view.error);
  if (item.view.currentSince !== null) return { kind: 'current', writtenAt: item.view.currentSince };
  const isReady = await reviewTarget(job, ports);
  if (job.error !== null) return failed(job.error);
  const refused = targetRefusal(job.destination, job.warnings, request);
  if (refused !== null) return refused;
  if (item.view.error !== null) return failed(item.view.error);
  if (!isReady) return failed({ kind: 'cancelled' });
  const content = job.contentOf(item);
  if (content !== null && (await request.isCurrent(content)))
    return { kind: 'current', writtenAt: request.writtenAt };
  return (await request.mayReplace()) ? null : { kind: 'refused', reason: 'changed' };
}

function failed(error: AppError): WriteResult {
  return { kind: 'failed', error };
}

function notRefreshed(result: WriteResult): Refreshed {
  return { result, deliveredKeys: [] };
}

type Written = Awaited<ReturnType<typeof writeSealed>>;

/** So long a bundle waits for others, in ms. */
const GATHERED_MS = 100;

/**
 * The folder of several jobs, which have one bundle each and replace its files. Those that get ready within a moment are
 * written and registered together: a write waits for the disk several times, however many bundles it has.
 */
export class SharedFolder {
  readonly destination: FolderTarget;
  readonly #ports: Pick<ExportServicePorts, 'writeQueue' | 'intend' | 'scheduler'>;
  readonly #signal: AbortSignal;
  /** The jobs that may still get ready. */
  #coming = 0;
  #waiting: ExportJob[] = [];
  /** The write of those that wait, and what begins it. */
  #next: { readonly written: Promise<Written>; readonly begin: () => void } | null = null;

  /** @param signal aborts all of the jobs */
  constructor(
    destination: FolderTarget,
    ports: Pick<ExportServicePorts, 'writeQueue' | 'intend' | 'scheduler'>,
    signal: AbortSignal,
  ) {
    this.destination = destination;
    this.#ports = ports;
    this.#signal = signal;
  }

  /** A job begins, and will call `write` or `leave`. */
  enter(): void {
    this.#coming += 1;
  }

  /** A job has nothing to write. */
  leave(): void {
    this.#coming -= 1;
    if (this.#coming === 0) this.#next?.begin();
  }

  /** Writes the bundle of a job that was reviewed in this destination. @returns as `writeExport` */
  async write(job: ExportJob): Promise<readonly WrittenCopy[] | null> {
    await sealBundles(job, '');
    this.#waiting.push(job);
    const { written } = this.#gather();
    this.leave();
    return (await written).get(job) ?? null;
  }

  /** The write that comes next: when no other job can get ready, and soon in any case. */
  #gather(): { readonly written: Promise<Written> } {
    if (this.#next !== null) return this.#next;
    const { writeQueue, scheduler } = this.#ports;
    const begun = Promise.withResolvers<void>();
    const timer = scheduler.after(GATHERED_MS, begun.resolve);
    const written = begun.promise.then(() => {
      timer.dispose();
      return writeQueue.run(() => this.#writeWaiting());
    });
    this.#next = { written, begin: begun.resolve };
    return this.#next;
  }

  async #writeWaiting(): Promise<Written> {
    const jobs = this.#waiting.splice(0);
    this.#next = null;
    if (this.#signal.aborted) return new Map();
    const options = { conflicts: 'replace', signal: this.#signal } as const;
    return await writeSealed(jobs, this.destination, options, this.#ports.intend);
  }
}
