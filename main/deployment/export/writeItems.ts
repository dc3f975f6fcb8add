import type { AppError } from '#shared/errors.ts';
import { forEachBounded } from './bounded.ts';
import type { WriteOptions } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';

/** The threads that derive keys are four by default. */
const sealedAtOnce = 4;

/** Makes what takes a passphrase; after the job was aborted nothing more is made. */
export async function sealItems(job: ExportJob, passphrase: string): Promise<void> {
  await forEachBounded(job.items, sealedAtOnce, async (item) => {
    if (!job.signal.aborted) await job.seal(item, passphrase);
  });
}

/**
 * Writes everything that is ready; each item gets its outcome.
 * @param onProgress called after each order
 * @returns why the write as a whole failed; `null`: it did not
 */
export async function writeItems(
  job: ExportJob,
  conflicts: WriteOptions['conflicts'],
  { turns }: Pick<ExportServicePorts, 'turns'>,
  onProgress: () => void,
): Promise<AppError | null> {
  const { destination, signal } = job;
  const bundles = job.bundles();
  const written = await turns.run(() =>
    destination.write(bundles, {
      conflicts,
      signal,
      onOutcome: (orderId, outcome) => {
        job.settle(orderId, outcome);
        job.completed += 1;
        onProgress();
      },
    }),
  );
  return written.ok ? null : written.error;
}
