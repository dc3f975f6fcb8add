import { systemCode } from '#main/platform/errors.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { ProofFile, ProofPorts } from '../proof/prover.ts';
import {
  type ExportDestination,
  type ExportedCopy,
  noWishes,
  type WriteOptions,
  type WrittenBundle,
  type WrittenFiles,
} from './exportDestination.ts';
import type { ExportItem } from './exportItem.ts';
import { type ExportJob, type PlacedFile, writtenFilesOf } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { isDelivered } from './exportSource.ts';
import { FileFault } from './fileErrors.ts';

/** libuv's thread pool, which derives the keys, has four threads by default. */
const sealedAtOnce = 4;

export interface WriteChoices {
  /** What to do with existing files. `keepOthers`: replace only those of updates; `keep`: none. */
  readonly conflicts: 'replace' | 'keepOthers' | 'keep';
  /** Of PKCS#12 files; empty if there are none. */
  readonly passphrase: string;
}

/** What a job wrote into one folder, registered as a copy. */
export type WrittenCopy = Omit<ExportedCopy, 'proof'>;

/**
 * Third step: makes the PKCS#12 files, writes all bundles and registers them. Each item gets its outcome.
 * @returns what was written into folders; `null`: the job failed as a whole, or was aborted before the write
 */
export async function writeExport(
  job: ExportJob,
  { conflicts, passphrase }: WriteChoices,
  { writeQueue, intend }: Pick<ExportServicePorts, 'writeQueue' | 'intend'>,
): Promise<readonly WrittenCopy[] | null> {
  const { destination, signal } = job;
  await sealBundles(job, passphrase);
  if (signal.aborted) return null;
  const updates = job.items.filter(({ view }) => view.isUpdate).map(({ order }) => order.id);
  const options = {
    conflicts: conflicts === 'replace' ? 'replace' : 'keep',
    updates: new Set(conflicts === 'keep' ? [] : updates),
    signal,
  } as const;
  const written = await writeQueue.run(() => writeSealed([job], destination, options, intend));
  return written.get(job) ?? null;
}

/** Completes the bundles of a job: makes the files that need a passphrase. */
export async function sealBundles(job: ExportJob, passphrase: string): Promise<void> {
  await forEachConcurrent(job.items, sealedAtOnce, async (item) => {
    if (!job.signal.aborted) await job.seal(item, passphrase);
  });
}

/**
 * Writes the complete bundles of jobs, and registers those that were written, all at once. Each item gets its outcome: it
 * failed if that is not on disk.
 * @param destination where the jobs reviewed their bundles: one bundle of each order
 * @returns what each job wrote into folders and is registered; without the jobs that failed as a whole
 */
export async function writeSealed(
  jobs: readonly ExportJob[],
  destination: ExportDestination,
  options: Omit<WriteOptions, 'onOutcome'>,
  intend: ExportServicePorts['intend'],
): Promise<ReadonlyMap<ExportJob, readonly WrittenCopy[]>> {
  const byOrder = new Map(jobs.flatMap((job) => job.items.map(({ order }) => [order.id, job] as const)));
  const intended = intend(
    jobs.flatMap((job) =>
      job.items.flatMap((item) =>
        item.bundle === null
          ? []
          : bundleOf(job, item, { files: writtenFilesOf(item.bundle), previous: null }),
      ),
    ),
  );
  if (!intended.ok) {
    for (const job of jobs) job.failAll(intended.error);
    return new Map();
  }
  const ended = await destination.write(
    jobs.flatMap((job) => job.bundles()),
    {
      ...options,
      onOutcome: (orderId, outcome) => {
        const job = byOrder.get(orderId);
        if (job === undefined) throw new Error('An outcome of an order that is not exported');
        job.settle(orderId, outcome);
        job.progress();
      },
    },
  );
  if (!ended.ok) {
    intended.value([]);
    for (const job of jobs) job.failAll(ended.error);
    return new Map();
  }
  const written = jobs.map((job) => [job, writtenBundles(job)] as const);
  const { copyIds, stored } = intended.value(written.flatMap(([, bundles]) => bundles));
  if (!stored.ok) {
    for (const job of jobs) job.failUnrecorded(stored.error);
    return new Map();
  }
  const ids = copyIds.values();
  return new Map(
    written.map(([job, bundles]) => {
      const copies = bundles.map((bundle) => ({ bundle, copyId: ids.next().value ?? '' }));
      for (const { bundle, copyId } of copies) job.noteCopy(bundle.orderId, copyId);
      return [job, copies];
    }),
  );
}

function writtenBundles(job: ExportJob): readonly WrittenBundle[] {
  return job.items.flatMap((item) =>
    item.view.state === 'written' && item.written !== null ? bundleOf(job, item, item.written) : [],
  );
}

/** Files of an item in its folder, as they are registered; none of a ZIP file. */
export function bundleOf(
  { container, presetId, root, warnings, layout }: ExportJob,
  { order, fetched, view: { folder, chain } }: ExportItem,
  placed: Pick<WrittenBundle, 'files' | 'previous'>,
): readonly WrittenBundle[] {
  if (container === 'zip' || fetched === null || placed.files.length === 0) return [];
  const agreed = warnings.map(({ kind }) => kind);
  const place = { orderId: order.id, presetId, target: root, folder, agreed };
  const {
    leaf: { fingerprint256, notBefore, notAfter },
    chainEnd,
  } = fetched;
  const certificate = {
    leaf: { fingerprint256, notBefore, notAfter },
    chainEnd,
    chainComplete: chain.complete,
  };
  return [{ ...place, ...placed, ...certificate, layout: layout.files, wishes: noWishes }];
}

const concurrency = 4;

const cancelled: ExportProof = { kind: 'notTried', reason: 'cancelled' };

/** What an export or a refresh ends with. */
export interface ExportResult {
  readonly copies: readonly ExportedCopy[];
  /** Delivered private keys that are in files now, unless these were damaged. */
  readonly deliveredKeys: readonly { readonly orderId: string; readonly fingerprint256: string }[];
}

/**
 * Last step: proves the files of every written order, read back from the disk. Files that fail stay as they are. After an
 * abort nothing more is tried.
 */
export async function proveExport(
  job: ExportJob,
  written: readonly WrittenCopy[],
  passphrase: string,
  ports: ProofPorts,
): Promise<ExportResult> {
  const items = job.items.filter(({ view }) => view.state === 'written');
  const isTried = job.withKey && !job.signal.aborted && items.length > 0;
  const target = isTried ? await unlessUnreadable(job.destination.openWritten()) : null;
  await forEachConcurrent(items, concurrency, async (item) => {
    item.view.proof = await proofOf(job, item, target, passphrase, ports);
    job.progress();
  });
  const proofs = new Map(items.map(({ order, view }) => [order.id, view.proof]));
  return {
    copies: written.map((copy) => ({ ...copy, proof: proofs.get(copy.bundle.orderId) ?? cancelled })),
    deliveredKeys: job.withKey ? items.flatMap((item) => deliveredKeyOf(job, item) ?? []) : [],
  };
}

async function proofOf(
  job: ExportJob,
  item: ExportItem,
  target: WrittenFiles | Unreadable | null,
  passphrase: string,
  { prover, judgedBy }: ProofPorts,
): Promise<ExportProof> {
  const { proofMaterial: material, order } = item;
  if (material === null) throw new Error('What was written was not fetched');
  if (!job.withKey) return { kind: 'notTried', reason: 'noKey' };
  if (job.signal.aborted || target === null) return cancelled;
  const files = 'code' in target ? target : await readAll(target, job.placedFiles(item));
  if ('code' in files) return { kind: 'notProven', reason: 'unreadable', code: files.code };
  try {
    return await prover({ files, passphrase, material, judgedBy: judgedBy(order) }, job.signal);
  } finally {
    for (const { content } of files) content.fill(0);
  }
}

interface Unreadable {
  /** Of the system, or empty. */
  readonly code: string;
}

function readAll(
  target: WrittenFiles,
  files: readonly PlacedFile[],
): Promise<readonly ProofFile[] | Unreadable> {
  const read = files.map(async ({ path, format, parts }) => ({
    format,
    parts,
    content: await target.read(path),
  }));
  return unlessUnreadable(Promise.all(read));
}

async function unlessUnreadable<T>(step: Promise<T>): Promise<T | Unreadable> {
  try {
    return await step;
  } catch (error) {
    const code = systemCode(error);
    if (code === null && !(error instanceof FileFault)) throw error;
    return { code: code ?? '' };
  }
}

function deliveredKeyOf(
  { deliveryId }: ExportJob,
  { order, view: { leaf, proof } }: ExportItem,
): ExportResult['deliveredKeys'][number] | null {
  if (leaf === null || !isDelivered(order, deliveryId)) return null;
  const reason = proof?.kind === 'notProven' ? proof.reason : null;
  const isDamaged = reason === 'unreadable' || reason === 'refused' || reason === 'otherLeaf';
  return isDamaged ? null : { orderId: order.id, fingerprint256: leaf.fingerprint256 };
}
