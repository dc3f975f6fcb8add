import type { CopyReview } from '#shared/domain/copy.ts';
import type { ExportProof } from '#shared/domain/export.ts';
import type { PresetFile, PresetSwitching } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { fetchItems } from './fetchItems.ts';
import { proveItems } from './proveItems.ts';
import { guardedTarget, once } from './reviewExport.ts';
import { targetRefusal } from './targetRefusal.ts';
import { sealItems, writeItems } from './writeItems.ts';
import type { WrittenBundle } from './writtenBundle.ts';
import { type DeliveredKey, deliveredKeysWritten, writtenBundles } from './writtenItems.ts';

/** A bundle that is to be written anew where it is. PEM alone: nobody is there to give a passphrase. */
export interface RewriteWish {
  readonly orderId: string;
  readonly presetId: string;
  /** The folder that was once chosen, as `WrittenBundle` has it: an absolute path without links. */
  readonly target: string;
  readonly folder: string;
  readonly switching: PresetSwitching;
  /** With the names that the files have, in the place of templates. */
  readonly files: readonly PresetFile[];
  /** What a person agreed to of the target; anything else about it is a refusal. */
  readonly agreed: readonly string[];
  readonly chainComplete: boolean;
  /** Of the leaf in the files, Unix ms; one that ends before is refused. */
  readonly notAfter: number;
  /** Nobody is there to review: only a certificate that is valid now, and has nothing to review, is written. */
  readonly isUnattended: boolean;
  /** Fingerprint of a leaf that a person has reviewed and wants written all the same; `null`: none. */
  readonly reviewed: string | null;
  /** Looks at the files that are there once their versions are noted; whether they may be replaced. */
  readonly mayReplace: () => Promise<boolean>;
}

type NotWritten =
  | { readonly kind: 'failed'; readonly error: AppError }
  | CopyReview
  /**
   * `changed`: `mayReplace` said no. `olderLeaf`: the one in the files ends later. `targetAsks`: there is something new
   * about the target that a person would be asked.
   */
  | {
      readonly kind: 'refused';
      readonly reason: 'changed' | 'olderLeaf' | 'chainIncomplete' | 'targetAsks';
    };

export type RewriteOutcome =
  /** `proof`: of the files as they were read again; what is not proven stays. */
  { readonly kind: 'written'; readonly bundle: WrittenBundle; readonly proof: ExportProof } | NotWritten;

interface Rewritten {
  readonly outcome: RewriteOutcome;
  /** Delivered private keys that are in their place now. */
  readonly deliveredKeys: readonly DeliveredKey[];
}

/**
 * Fetches, checks, writes, and proves one bundle: as an export does, without its dialog and its review. What a person
 * would have been asked is a refusal. Nobody else may export meanwhile.
 */
export async function rewriteBundle(
  wish: RewriteWish,
  ports: ExportServicePorts,
  signal: AbortSignal,
): Promise<Rewritten> {
  const { orderId, presetId, target, folder, files, switching } = wish;
  const order = ports.orders.get(orderId);
  if (order === null) return { outcome: failed({ kind: 'unknownId' }), deliveredKeys: [] };
  const request = {
    orderIds: [orderId],
    presetId,
    parts: null,
    container: 'folder',
    deliveryId: null,
  } as const;
  // Nobody is there to read lines of configuration.
  const preset = { id: presetId, name: null, folder, switching, server: null, files };
  const destination = ports.folderDestination(target);
  // The names are those of the files that are there.
  const alone = () => ({ orders: [], copies: [] });
  const job = new ExportJob(ports.newId(), request, preset, [order], target, destination, alone);
  if (job.needsPassphrase) throw new Error('A rewrite cannot ask for a passphrase');
  const abort = () => job.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const problem = (await prepare(job, wish, ports)) ?? (await write(job, ports));
    const bundle = writtenBundles(job)[0];
    if (problem !== null || bundle === undefined)
      return { outcome: problem ?? failed({ kind: 'cancelled' }), deliveredKeys: [] };
    ports.onWritten([bundle]);
    await proveItems(job, '', ports, () => undefined);
    const proof = job.items[0]?.view.proof ?? { kind: 'notTried', reason: 'cancelled' };
    return { outcome: { kind: 'written', bundle, proof }, deliveredKeys: deliveredKeysWritten(job) };
  } finally {
    signal.removeEventListener('abort', abort);
    job.finish();
  }
}

function failed(error: AppError): NotWritten {
  return { kind: 'failed', error };
}

/** Everything up to the write: the target, fresh material, and what is in the way. */
async function prepare(
  job: ExportJob,
  wish: RewriteWish,
  ports: ExportServicePorts,
): Promise<NotWritten | null> {
  const { destination } = job;
  const [item] = job.items;
  if (item === undefined) return failed({ kind: 'unknownId' });
  // A target that cannot be used is told before anything is fetched for it.
  const before = await destination.review([]);
  if (!before.ok) return failed(before.error);
  await fetchItems(job, ports, () => undefined);
  if (job.signal.aborted) return failed({ kind: 'cancelled' });
  if (item.view.error !== null) return failed(item.view.error);
  const { leaf, view } = item;
  if (leaf === null || leaf.notAfter < wish.notAfter) return { kind: 'refused', reason: 'olderLeaf' };
  const isToReview = item.view.review.length > 0 && wish.reviewed !== leaf.fingerprint256;
  if (isToReview || (wish.isUnattended && !item.isValidNow))
    return { kind: 'needsReview', fingerprint256: leaf.fingerprint256, findings: item.view.review };
  const isChainTaken = item.isChainAccepted || wish.reviewed === leaf.fingerprint256;
  if (wish.chainComplete && !view.chain.complete && !isChainTaken)
    return { kind: 'refused', reason: 'chainIncomplete' };
  job.plan();
  if (item.view.error !== null) return failed(item.view.error);
  const review = await destination.review(job.plans());
  if (!review.ok) return failed(review.error);
  job.warnings = once([...review.value.warnings, ...(await ports.guards(guardedTarget(job)))]);
  const refused = targetRefusal(destination, job.warnings, wish);
  if (refused !== null) return refused;
  const found = review.value.orders.get(wish.orderId);
  if (found?.ok === false) return failed(found.error);
  return (await wish.mayReplace()) ? null : { kind: 'refused', reason: 'changed' };
}

async function write(job: ExportJob, ports: ExportServicePorts): Promise<NotWritten | null> {
  await sealItems(job, '');
  const whole = await writeItems(job, 'replace', ports, () => undefined);
  const error = whole ?? job.items[0]?.view.error ?? null;
  return error === null ? null : failed(error);
}
