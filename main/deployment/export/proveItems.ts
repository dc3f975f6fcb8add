import type { ExportProof } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProofFile, ProofMeasure, Prover } from '../proof/prover.ts';
import { forEachBounded } from './bounded.ts';
import type { WrittenFiles } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import { FileFault, systemCode } from './fileErrors.ts';
import type { PlacedFile } from './placedFiles.ts';
import { writtenItems } from './writtenItems.ts';

export interface ProofPorts {
  readonly prover: Prover;
  /** PEM of what a client trusts that is to be convinced by an order's files; `null`: nothing that is known. */
  readonly trustedRoot: (measure: ProofMeasure, order: OrderRow) => string | null;
}

const atOnce = 4;

/**
 * Proves the files of every order that was written, as they stand on the disk; each gets its `proof`. A failure leaves
 * the files as they are. After the job was aborted nothing more is tried.
 * @param onProgress called after each order
 */
export async function proveItems(
  job: ExportJob,
  passphrase: string,
  { prover, trustedRoot }: ProofPorts,
  onProgress: () => void,
): Promise<void> {
  const written = writtenItems(job);
  if (written.length === 0) return;
  const target = job.withKey && !job.signal.aborted ? await open(job) : null;
  await forEachBounded(written, atOnce, async ({ item, files }) => {
    const { measure, order, view } = item;
    if (measure === null) throw new Error('What was written was not fetched');
    if (!job.withKey) view.proof = { kind: 'notTried', reason: 'noKey' };
    else if (job.signal.aborted || target === null) view.proof = { kind: 'notTried', reason: 'cancelled' };
    else {
      const read = 'code' in target ? target : await readAll(target, files);
      if ('code' in read) view.proof = { kind: 'notProven', reason: 'unreadable', code: read.code };
      else {
        const trusted = trustedRoot(measure, order);
        view.proof = await proven(prover, { files: read, passphrase, measure, trusted }, job.signal);
      }
    }
    onProgress();
  });
}

/** Why files cannot be read. */
interface Unreadable {
  readonly code: string;
}

function open({ destination }: ExportJob): Promise<WrittenFiles | Unreadable> {
  return unlessUnreadable(destination.openWritten());
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

async function proven(
  prover: Prover,
  request: Parameters<Prover>[0],
  signal: AbortSignal,
): Promise<ExportProof> {
  try {
    return await prover(request, signal);
  } finally {
    for (const { content } of request.files) content.fill(0);
  }
}
