import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachBounded } from '#main/export/bounded.ts';
import type { BundleFile, ExportBundle } from '#main/export/exportDestination.ts';
import { nodeExportFs } from '#main/export/exportFs.ts';
import { FolderDestination } from '#main/export/folderDestination.ts';
import { answer, childInput } from './childInput.ts';

/** The export's writer and plain writing of the same files, in turns, each into an empty folder on the same disk. */
const {
  folder,
  samples,
  bundles: count,
} = childInput<{ folder: string; samples: number; bundles: number }>();

/** Sizes of a PKCS#8 RSA key, of a leaf and of two issuers, as PEM. */
const sizes = { 'privkey.pem': 1700, 'cert.pem': 1900, 'chain.pem': 3400, 'fullchain.pem': 5300 };
/** As many writes at once as the export has. */
const concurrency = 16;

const bundles = Array.from({ length: count }, (_, index): ExportBundle => {
  const files = Object.entries(sizes).map(
    ([name, size]): BundleFile => ({
      name,
      content: Buffer.from(randomBytes(size / 2).toString('hex')),
      secret: name === 'privkey.pem',
      mode: name === 'privkey.pem' ? 0o600 : 0o644,
    }),
  );
  return { orderId: `order-${index}`, folder: `host-${index}.example`, files };
});

const synced: number[] = [];
const bare: number[] = [];
for (let sample = 0; sample < samples; sample += 1) {
  synced.push(await timed(durableWriter));
  bare.push(await timed(plainWriter));
}
answer({ synced, bare });

/** What an export does once the person has seen the review. */
async function durableWriter(target: string): Promise<() => Promise<void>> {
  const destination = new FolderDestination({ fs: nodeExportFs, folder: target, startedAt: Date.now() });
  const review = await destination.review(bundles);
  if (!review.ok) throw new Error(`Not reviewed: ${review.error.kind}`);
  return async () => {
    let written = 0;
    await destination.write(bundles, {
      conflicts: 'replace',
      signal: new AbortController().signal,
      onOutcome: (_orderId, { kind }) => {
        if (kind === 'written') written += 1;
      },
    });
    if (written !== count) throw new Error(`Only ${written} bundles were written`);
  };
}

async function plainWriter(target: string): Promise<() => Promise<void>> {
  return () =>
    forEachBounded(bundles, concurrency, async (bundle) => {
      const own = join(target, bundle.folder);
      await mkdir(own);
      for (const { name, content } of bundle.files) await writeFile(join(own, name), content);
    });
}

/** Milliseconds for the writing alone; what was written before is on the disk by then, and so out of the way. */
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
