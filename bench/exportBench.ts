import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench, BenchContext } from './lib/bench.ts';
import { runChild } from './lib/runChild.ts';

const BUNDLES = 500;

const times = z.array(z.number());
const folderAnswer = z.object({ synced: times, bare: times, fileByFile: times });
const zipAnswer = z.object({ own: times, zip: times });
const pkcs12Answer = z.object({
  made: times,
  makingCommand: times,
  checked: times,
  checkingCommand: times,
});

/**
 * 500 bundles of four files: durable and switched together, compared with the same files written without any sync, and
 * with syncing one after the other.
 */
export const exportBench: Bench = {
  names: ['export-500', 'export-500-vs-synced'],
  run: (context) =>
    inFolder(context, async (folder) => {
      const input = { folder, samples: context.samples, bundles: BUNDLES };
      const { synced, bare, fileByFile } = await runChild(context, 'exportFolders.ts', input, folderAnswer);
      const own = { values: synced, unit: 'ms' };
      return [
        { name: 'export-500', ...own, floors: bare, goal: { of: 'before', better: 'less' } },
        {
          name: 'export-500-vs-synced',
          ...own,
          floors: fileByFile,
          goal: { of: 'ratio', atMost: 0.5 },
        },
      ];
    }),
};

/** One ZIP of 500 bundles against Debian's `zip`, which neither syncs nor reads again. */
export const zipBench: Bench = {
  names: ['zip-500'],
  run: (context) =>
    inFolder(context, async (folder) => {
      const input = { folder, samples: context.samples, bundles: BUNDLES };
      const { own, zip } = await runChild(context, 'exportZip.ts', input, zipAnswer);
      const goal = { of: 'ratio', atMost: 2 } as const;
      return [{ name: 'zip-500', values: own, unit: 'ms', floors: zip, goal }];
    }),
};

/** A modern PKCS#12 compared with the `openssl` command; then both with opening it again. */
export const pkcs12Bench: Bench = {
  names: ['pkcs12-modern', 'pkcs12-modern-checked'],
  run: (context) =>
    inFolder(context, async (folder) => {
      // One takes so little time that more samples are cheap.
      const input = { folder, samples: context.samples * 5 };
      const answer = await runChild(context, 'makePkcs12.ts', input, pkcs12Answer);
      const { made, makingCommand, checked, checkingCommand } = answer;
      const goal = { of: 'ratio', atMost: 1 } as const;
      return [
        { name: 'pkcs12-modern', values: made, unit: 'ms', floors: makingCommand, goal },
        { name: 'pkcs12-modern-checked', values: checked, unit: 'ms', floors: checkingCommand, goal },
      ];
    }),
};

async function inFolder<Value>(
  { folder: parent }: BenchContext,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(parent, 'export-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
