import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench } from './lib/bench.ts';
import { median } from './lib/figures.ts';
import { runChild } from './lib/runChild.ts';

const answer = z.object({
  first: z.array(z.number()),
  again: z.array(z.number()),
  bare: z.array(z.number()),
});

/** 2,000 registered copies: the first check, which reads them all, and the next, compared with bare `stat` and reading. */
export const copiesBench: Bench = {
  names: ['copies-2000', 'copies-2000-again'],
  async run(context) {
    const folder = await mkdtemp(join(context.folder, 'copies-'));
    try {
      const input = { folder, samples: context.samples, copies: 2000 };
      const { first, again, bare } = await runChild(context, 'checkCopies.ts', input, answer);
      const floor = median(bare);
      const goal = { of: 'ratio', atMost: 1.5 } as const;
      return [
        { name: 'copies-2000', value: median(first), unit: 'ms', floor, goal },
        { name: 'copies-2000-again', value: median(again), unit: 'ms', floor, goal },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
