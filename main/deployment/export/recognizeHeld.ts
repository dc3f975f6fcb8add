import { join } from 'node:path';
import { systemCode } from '#main/platform/errors.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { sha256Hex } from '#main/platform/sha256.ts';
import { notRecorded, pathInTarget, type WrittenFile, type WrittenFiles } from './exportDestination.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts, PlannedPlace } from './exportPorts.ts';
import { FileFault } from './fileErrors.ts';
import { sealedProblem } from './presetFiles.ts';
import { bundleOf } from './writeExport.ts';

/*
 * Files that are what would be written, but not in the registry or not as it says, are registered: NotAfter on another
 * computer, another program, or this one before its database came from a backup, wrote them.
 */

const concurrency = 8;

type Ports = Pick<ExportServicePorts, 'known' | 'registerHeld'>;

/**
 * Recognizes files that need no passphrase. To be called before the place is surveyed, where links of another computer count
 * as those of another program.
 */
export async function recognizeHeldFiles(job: ExportJob, ports: Ports): Promise<void> {
  if (job.container === 'zip') return;
  await forEachConcurrent(job.items, concurrency, async (item) => {
    const content = job.contentOf(item);
    if (item.plan !== null && content !== null) await recognize(job, item, content, ports);
  });
}

/** Recognizes files that need a passphrase, after the review: what is in them counts, as no two are alike. */
export async function recognizeSealedFiles(job: ExportJob, passphrase: string, ports: Ports): Promise<void> {
  if (job.container === 'zip' || !job.needsPassphrase) return;
  const reader = await job.destination.openWritten();
  await forEachConcurrent(job.items, concurrency, async (item) => {
    const content = await sealedContent(job, item, passphrase, reader);
    if (content !== null) await recognize(job, item, content, ports);
  });
}

/** The files on the disk, if they have what would be written; `null`: they have something else. */
async function sealedContent(
  job: ExportJob,
  { plan, pem, view }: ExportItem,
  passphrase: string,
  reader: WrittenFiles,
): Promise<readonly Omit<WrittenFile, 'hasKey'>[] | null> {
  if (plan === null || pem === null || view.conflicts.length < plan.files.length) return null;
  const found: Omit<WrittenFile, 'hasKey'>[] = [];
  for (const [index, { name, mode, content }] of plan.files.entries()) {
    const file = job.layout.files[index];
    const written = await read(reader, pathInTarget(plan, name));
    if (file === undefined || written === null) return null;
    const isSame =
      content === null
        ? (await sealedProblem(file, { pem, passphrase }, written)) === null
        : Buffer.compare(content, written) === 0;
    found.push({ name, mode, sha256: sha256Hex(written), size: written.length });
    written.fill(0);
    if (!isSame) return null;
  }
  return found;
}

async function read(reader: WrittenFiles, path: string): Promise<Uint8Array | null> {
  try {
    return await reader.read(path);
  } catch (error) {
    if (systemCode(error) === null && !(error instanceof FileFault)) throw error;
    return null;
  }
}

/** @param content what would be written, or what is the same */
async function recognize(
  job: ExportJob,
  item: ExportItem,
  content: readonly Omit<WrittenFile, 'hasKey'>[],
  { known, registerHeld }: Ports,
): Promise<void> {
  const { plan } = item;
  if (plan === null) return;
  const { orderId, folder } = plan;
  const existing = content.map(({ name }) => name);
  const about = { orderId, presetId: job.presetId, existing, content };
  const place: PlannedPlace = { ...about, folder: join(job.root, folder) };
  const own = await known.own(place);
  if (own !== null && own.currentSince !== null) {
    // Those without a passphrase are recognized after the survey, as ever.
    if (job.needsPassphrase) item.recognize(own);
    return;
  }
  const held = await known.held(place);
  if (held === null || job.signal.aborted || item.plan !== plan) return;
  const files = content.map((file, index) => ({ ...file, hasKey: plan.files[index]?.secret === true }));
  const { stored } = registerHeld(bundleOf(job, item, { files, ...held }));
  if (!stored.ok) return item.fail(notRecorded(stored.error));
  const registered = await known.own(place);
  if (registered !== null) item.recognize(registered);
}
