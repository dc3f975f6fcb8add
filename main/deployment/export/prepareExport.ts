import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { isOlder } from '#shared/domain/certificate.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import { sourceId } from '#shared/domain/order.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import { type ExportDestination, pathInTarget, type WrittenBundle } from './exportDestination.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { isDelivered } from './exportSource.ts';
import { fileError } from './fileErrors.ts';
import type { GuardedTarget } from './guards.ts';

const concurrency = 8;

/** Key of the vault among the origins of material; no connection has an empty id. */
const VAULT = '';

/**
 * First step: checks the target, fetches and checks every order's material, and plans the files. Each item becomes `ready` or
 * `failed`; the whole job fails if the target can't be used. After an abort nothing changes any more.
 * @returns whether to go on
 */
export async function fetchMaterial(
  job: ExportJob,
  ports: Pick<ExportServicePorts, 'source' | 'orders' | 'buildBundle' | 'review'>,
): Promise<boolean> {
  const target = await job.destination.review([]);
  if (job.signal.aborted) return false;
  if (!target.ok) {
    job.failAll(target.error);
    return false;
  }
  const refusals = new Map<string, AppError>();
  await forEachConcurrent(job.items, concurrency, async (item) => {
    if (job.signal.aborted) return;
    const error = await fetchItem(job, item, ports, refusals);
    // The connection is free a turn later: the next request would open another one.
    await nextTurn();
    if (job.signal.aborted) return;
    if (error !== null) item.fail(error);
    job.progress();
  });
  if (job.signal.aborted) return false;
  job.plan();
  return true;
}

/** @param refusals errors that concern all orders of a connection or of the vault, which are then not asked again */
async function fetchItem(
  job: ExportJob,
  item: ExportItem,
  ports: Pick<ExportServicePorts, 'source' | 'orders' | 'buildBundle' | 'review'>,
  refusals: Map<string, AppError>,
): Promise<AppError | null> {
  const { order } = item;
  const isPulled = !isDelivered(order, job.deliveryId);
  const origin = isPulled ? sourceId(order) : VAULT;
  const refusal = refusals.get(origin);
  if (refusal !== undefined) return refusal;
  const options = { withKey: job.withKey, signal: job.signal };
  const { material } = await ports.source.material(order, job.deliveryId, options);
  if (job.signal.aborted) return null;
  if (!material.ok) {
    if (concernsOthers(material.error)) refusals.set(origin, material.error);
    return material.error;
  }
  const bundle = ports.buildBundle(material.value, order);
  if (!bundle.ok) return bundle.error;
  const { commonName, fingerprint256, notBefore, notAfter } = bundle.value.leaf;
  const known = (ports.orders.get(order.id) ?? order).fingerprint256;
  // A delivery may contain an older certificate; only a polled one tells that the order was renewed.
  const isNews = isPulled && known !== fingerprint256;
  const renewed = isNews && known !== null;
  item.view.leaf = { commonName, fingerprint256, notBefore, notAfter, renewed };
  if (isNews) ports.orders.onFetched(order.id);
  const accepted = job.accept(item, bundle.value, ports.review(bundle.value, order));
  return accepted.ok ? null : accepted.error;
}

function concernsOthers({ kind }: AppError): boolean {
  return (
    kind === 'unauthorized' || kind === 'tokenMissing' || kind === 'vaultKey' || kind.startsWith('keychain')
  );
}

/**
 * Second step: surveys the place of the files, without changing anything. Orders that can't be written fail.
 * @returns whether there is anything to write
 */
export async function reviewTarget(
  job: ExportJob,
  { guards }: Pick<ExportServicePorts, 'guards'>,
): Promise<boolean> {
  const bundles = job.plans();
  if (bundles.length === 0) return false;
  const review = await job.destination.review(bundles);
  if (job.signal.aborted) return false;
  if (!review.ok) {
    job.failAll(review.error);
    return false;
  }
  for (const item of job.items) {
    const found = review.value.orders.get(item.order.id);
    if (item.plan === null || found === undefined) continue;
    if (found.ok) item.view.conflicts = found.value;
    else item.fail(found.error);
  }
  if (job.plans().length === 0) return false;
  job.warn([...review.value.warnings, ...(await guards(guardedTarget(job)))]);
  return !job.signal.aborted;
}

/**
 * Then recognizes what would be replaced: the order's own files are updated without a question, unless they have a newer
 * certificate; files that are current already are left alone.
 */
export async function recognizeOwnFiles(
  job: ExportJob,
  { known }: Pick<ExportServicePorts, 'known'>,
): Promise<void> {
  if (job.container === 'zip') return;
  await forEachConcurrent(job.items, concurrency, async (item) => {
    const { plan, view, fetched } = item;
    if (plan === null || fetched === null || view.conflicts.length === 0) return;
    const { orderId, folder } = plan;
    const content = job.contentOf(item);
    const place = { orderId, presetId: job.presetId, existing: view.conflicts, content };
    const own = await known.own({ ...place, folder: join(job.root, folder) });
    if (job.signal.aborted || own === null || isOlder(fetched.leaf, own.leaf)) return;
    item.recognize(own);
  });
}

function guardedTarget(job: ExportJob): GuardedTarget {
  const { container, target } = job;
  if (container === 'zip')
    return {
      directory: dirname(target),
      secrets: job.withKey ? [basename(target)] : [],
      keepsPrevious: false,
    };
  const secrets = job
    .plans()
    .flatMap(({ folder, files }) =>
      files.filter(({ secret }) => secret).map(({ name }) => pathInTarget({ folder }, name)),
    );
  return { directory: target, secrets, keepsPrevious: true };
}

/**
 * Why a reviewed target must not be written to again without asking the user: it isn't the folder that was chosen, or it has
 * a warning that the user has not agreed to. `null`: it may be.
 */
export function targetRefusal(
  destination: Pick<ExportDestination, 'root'>,
  warnings: readonly ExportWarning[],
  { target, agreed }: Pick<WrittenBundle, 'target' | 'agreed'>,
): WriteResult<'failed' | 'refused'> | null {
  const name = basename(target);
  // `target` had its links resolved, so another path means that there is a new link.
  if (destination.root() !== target) return { kind: 'failed', error: fileError('symlink', name) };
  const news = warnings.find(({ kind }) => !agreed.includes(kind));
  if (news === undefined) return null;
  if (news.kind === 'modeNotKept' || news.kind === 'writableByOthers')
    return { kind: 'failed', error: fileError(news.kind, name) };
  return { kind: 'refused', reason: 'targetAsks' };
}
