import { basename, dirname } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import { pathInTarget } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { fetchItems } from './fetchItems.ts';
import type { GuardedTarget } from './guards/guardPorts.ts';

/**
 * Fetches what a job is to write, makes the files, and looks at where they are to go: what a person is to know before
 * anything is written. What cannot be written has failed. After the job was aborted nothing more happens to it.
 * @param onProgress called after each order that was fetched
 * @returns whether there is anything to write
 */
export async function fetchAndReview(
  job: ExportJob,
  ports: Pick<ExportServicePorts, 'source' | 'orders' | 'buildBundle' | 'review' | 'guards'>,
  onProgress: () => void,
): Promise<boolean> {
  const { destination, signal } = job;
  // A target that cannot be used is told before anything is fetched for it.
  const target = await destination.review([]);
  if (signal.aborted) return false;
  if (!target.ok) {
    job.failAll(target.error);
    return false;
  }
  await fetchItems(job, ports, onProgress);
  if (signal.aborted) return false;
  job.plan();
  const bundles = job.plans();
  if (bundles.length === 0) return false;
  const review = await destination.review(bundles);
  if (signal.aborted) return false;
  if (!review.ok) {
    job.failAll(review.error);
    return false;
  }
  for (const item of job.items) {
    const found = review.value.orders.get(item.order.id);
    if (item.plan === null || found === undefined) continue;
    if (found.ok) item.view.conflicts = found.value;
    else job.fail(item, found.error);
  }
  if (job.plans().length === 0) return false;
  job.warnings = once([...review.value.warnings, ...(await ports.guards(guardedTarget(job)))]);
  return !signal.aborted;
}

/** Warnings, of each kind the first: several looks may find the same. */
export function once(warnings: readonly ExportWarning[]): readonly ExportWarning[] {
  return [...new Map(warnings.toReversed().map((warning) => [warning.kind, warning])).values()].toReversed();
}

/** Where a job that was planned would write private keys. */
export function guardedTarget(job: ExportJob): GuardedTarget {
  const { container, target } = job;
  if (container === 'zip')
    return { directory: dirname(target), secrets: job.withKey ? [basename(target)] : [], keepsFormer: false };
  const secrets = job
    .plans()
    .flatMap(({ folder, files }) =>
      files.filter(({ secret }) => secret).map(({ name }) => pathInTarget({ folder }, name)),
    );
  return { directory: target, secrets, keepsFormer: true };
}
