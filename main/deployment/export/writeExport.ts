import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { ExportDestination, ExportedCopy, WriteOptions, WrittenBundle } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
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
  { writeQueue, register }: Pick<ExportServicePorts, 'writeQueue' | 'register'>,
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
  const written = await writeQueue.run(() => writeSealed([job], destination, options, register, onProgress));
  return written.get(job) ?? null;
}

/** Completes the bundles of a job: makes the files that need a passphrase. */
export async function sealBundles(job: ExportJob, passphrase: string): Promise<void> {
  await forEachConcurrent(job.items, sealedAtOnce, async (item) => {
    if (!job.signal.aborted) await job.seal(item, passphrase);
  });
}

/**
 * Writes the complete bundles of jobs, and registers those that were written, all at once. Each item gets its outcome.
 * @param destination where the jobs reviewed their bundles: one bundle of each order
 * @returns what each job wrote into folders; without the jobs that failed as a whole
 */
export async function writeSealed(
  jobs: readonly ExportJob[],
  destination: ExportDestination,
  options: Omit<WriteOptions, 'onOutcome'>,
  register: ExportServicePorts['register'],
  onProgress: () => void,
): Promise<ReadonlyMap<ExportJob, readonly WrittenCopy[]>> {
  const byOrder = new Map(jobs.flatMap((job) => job.items.map(({ order }) => [order.id, job] as const)));
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
    for (const job of jobs) job.failAll(ended.error);
    return new Map();
  }
  const written = jobs.map((job) => [job, writtenBundles(job)] as const);
  const ids = register(written.flatMap(([, bundles]) => bundles)).values();
  return new Map(
    written.map(([job, bundles]) => {
      const copies = bundles.map((bundle) => ({ bundle, copyId: ids.next().value ?? '' }));
      for (const { bundle, copyId } of copies) job.noteCopy(bundle.orderId, copyId);
      return [job, copies];
    }),
  );
}

function writtenBundles({ presetId, root, warnings, layout, items }: ExportJob): readonly WrittenBundle[] {
  const agreed = warnings.map(({ kind }) => kind);
  return items.flatMap(({ order, fetched, view, written }) => {
    if (view.state !== 'written' || fetched === null || written === null || written.files.length === 0)
      return [];
    const { folder, chain } = view;
    const { switching } = layout;
    const place = { orderId: order.id, presetId, target: root, folder, switching, agreed };
    const { leaf, chainEnd } = fetched;
    return { ...place, ...written, leaf, chainEnd, chainComplete: chain.complete, layout: layout.files };
  });
}
