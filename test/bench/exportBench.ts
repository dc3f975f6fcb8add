import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench } from './lib/bench.ts';
import { median } from './lib/figures.ts';
import { runChild } from './lib/runChild.ts';

const answer = z.object({ synced: z.array(z.number()), bare: z.array(z.number()) });

/** 500 bundles of four files: durable and switched together, against the same files written with no sync at all. */
export const exportBench: Bench = {
  names: ['export-500'],
  async run(context) {
    const folder = await mkdtemp(join(context.folder, 'export-'));
    try {
      const input = { folder, samples: context.samples, bundles: 500 };
      const { synced, bare } = await runChild(context, 'exportFolders.ts', input, answer);
      return [
        {
          name: 'export-500',
          value: median(synced),
          unit: 'ms',
          floor: median(bare),
          goal: { of: 'ratio', atMost: 1.5 },
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
