import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { destinationOn } from '#test/unit/deployment/export/hiddenMemory.ts';
import { answer, childInput } from './childInput.ts';
import { countingWrites, makeBundles } from './exportBundles.ts';

/**
 * The export's writer, plain writing of the same files, and writing that syncs each file before the next, in turns, each
 * into an empty folder on the same disk.
 */
const {
  folder,
  samples,
  bundles: count,
} = childInput<{ folder: string; samples: number; bundles: number }>();

/** Concurrent writes, as in the export. */
const concurrency = 16;

const bundles = makeBundles(count);

const synced: number[] = [];
const bare: number[] = [];
const fileByFile: number[] = [];
for (let sample = 0; sample < samples; sample += 1) {
  synced.push(await timed(durableWriter));
  bare.push(await timed(plainWriter));
  fileByFile.push(await timed(fileByFileWriter));
}
answer({ synced, bare, fileByFile });

/** The export after the review. */
async function durableWriter(target: string): Promise<() => Promise<void>> {
  const destination = destinationOn(target);
  const review = await destination.review(bundles);
  if (!review.ok) throw new Error(`Not reviewed: ${review.error.kind}`);
  return async () => {
    const { options, verify } = countingWrites(count);
    await destination.write(bundles, options);
    verify();
  };
}

async function plainWriter(target: string): Promise<() => Promise<void>> {
  return () =>
    forEachConcurrent(bundles, concurrency, async (bundle) => {
      const own = join(target, bundle.folder);
      await mkdir(own);
      for (const { name, content } of bundle.files) await writeFile(join(own, name), content);
    });
}

/** A careful script: one file after the other, each on disk before the next, then the folder. */
async function fileByFileWriter(target: string): Promise<() => Promise<void>> {
  return async () => {
    for (const bundle of bundles) {
      const own = join(target, bundle.folder);
      await mkdir(own);
      for (const { name, content } of bundle.files)
        await writeFile(join(own, name), content, { flush: true });
      await syncFolder(own);
    }
    await syncFolder(target);
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Milliseconds of the writing only; earlier writes are on disk by then. */
async function timed(writer: (target: string) => Promise<() => Promise<void>>): Promise<number> {
  const target = await mkdtemp(join(folder, 'target-'));
  const write = await writer(target);
  execFileSync('sync', ['--file-system', folder]);
  const startedAt = performance.now();
  await write();
  const ms = performance.now() - startedAt;
  await rm(target, { recursive: true });
  return ms;
}
