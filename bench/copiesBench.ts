import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench } from './lib/bench.ts';
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
      const against = { unit: 'ms', floors: bare, goal: { of: 'ratio', atMost: 1.5 } } as const;
      return [
        { name: 'copies-2000', values: first, ...against },
        { name: 'copies-2000-again', values: again, ...against },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
