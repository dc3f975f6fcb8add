import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { bundleOf } from './bundleOf.ts';
import type { ExportDestination, ExportedCopy, WriteOptions, WrittenBundle } from './exportDestination.ts';
import { type ExportJob, writtenFilesOf } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';

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
  onProgress: () => void,
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
  const written = await writeQueue.run(() => writeSealed([job], destination, options, intend, onProgress));
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
  onProgress: () => void,
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
        job.completed += 1;
        onProgress();
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
