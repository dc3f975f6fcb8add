import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { ProofFile, ProofPorts } from '../proof/prover.ts';
import type { ExportedCopy, WrittenFiles } from './exportDestination.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob, PlacedFile } from './exportJob.ts';
import { isDelivered } from './exportSource.ts';
import { FileFault, systemCode } from './fileErrors.ts';
import type { WrittenCopy } from './writeExport.ts';

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
  onProgress: () => void,
): Promise<ExportResult> {
  const items = job.items.filter(({ view }) => view.state === 'written');
  const isTried = job.withKey && !job.signal.aborted && items.length > 0;
  const target = isTried ? await unlessUnreadable(job.destination.openWritten()) : null;
  await forEachConcurrent(items, concurrency, async (item) => {
    item.view.proof = await proofOf(job, item, target, passphrase, ports);
    onProgress();
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
