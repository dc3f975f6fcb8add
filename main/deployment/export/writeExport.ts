import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { ExportedCopy, WrittenBundle } from './exportDestination.ts';
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
  await forEachConcurrent(job.items, sealedAtOnce, async (item) => {
    if (!signal.aborted) await job.seal(item, passphrase);
  });
  if (signal.aborted) return null;
  const bundles = job.bundles();
  const updates = job.items.filter(({ view }) => view.isUpdate).map(({ order }) => order.id);
  const ended = await writeQueue.run(() =>
    destination.write(bundles, {
      conflicts: conflicts === 'replace' ? 'replace' : 'keep',
      updates: new Set(conflicts === 'keep' ? [] : updates),
      signal,
      onOutcome: (orderId, outcome) => {
        job.settle(orderId, outcome);
        job.completed += 1;
        onProgress();
      },
    }),
  );
  if (!ended.ok) {
    job.failAll(ended.error);
    return null;
  }
  const written = writtenBundles(job);
  const ids = register(written);
  const copies = written.map((bundle, index) => ({ bundle, copyId: ids[index] ?? '' }));
  for (const { bundle, copyId } of copies) job.noteCopy(bundle.orderId, copyId);
  return copies;
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
