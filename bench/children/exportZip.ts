import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipOn } from '#test/unit/deployment/export/hiddenMemory.ts';
import { answer, childInput } from './childInput.ts';
import { countingWrites, makeBundles } from './exportBundles.ts';

/** The export's ZIP and that of Debian's `zip`, in turns, of the same files on the same disk. */
const {
  folder,
  samples,
  bundles: count,
} = childInput<{ folder: string; samples: number; bundles: number }>();

const bundles = makeBundles(count);
const files = join(folder, 'files');
for (const bundle of bundles) {
  const own = join(files, bundle.folder);
  await mkdir(own, { recursive: true });
  for (const { name, content, mode } of bundle.files) await writeFile(join(own, name), content, { mode });
}

const own: number[] = [];
const zip: number[] = [];
for (let sample = 0; sample < samples; sample += 1) {
  own.push(await timed(exportArchive));
  zip.push(await timed(zipArchive));
}
answer({ own, zip });

/** The export after the review. */
async function exportArchive(file: string): Promise<() => Promise<void>> {
  const destination = zipOn(file);
  const review = await destination.review(bundles);
  if (!review.ok) throw new Error(`Not reviewed: ${review.error.kind}`);
  return async () => {
    const { options, verify } = countingWrites(count);
    await destination.write(bundles, options);
    verify();
  };
}

/** Its files were just written, so they are cached in memory like those of the export. */
async function zipArchive(file: string): Promise<() => Promise<void>> {
  return async () => {
    await promisify(execFile)('zip', ['-q', '-r', file, '.'], { cwd: files });
  };
}

/** Milliseconds of the writing only; earlier writes are on disk by then. */
async function timed(writer: (file: string) => Promise<() => Promise<void>>): Promise<number> {
  const file = join(folder, 'all.zip');
  const write = await writer(file);
  execFileSync('sync', ['--file-system', folder]);
  const startedAt = performance.now();
  await write();
  const ms = performance.now() - startedAt;
  await rm(file);
  return ms;
}
