import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { type ProbedKind, startProbed } from './lib/probedApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** From the start of the process to painted rows, with twelve orders and with 10,000 of profiles that have lived, against a blank app's page. */
export const startBench: Bench = {
  names: ['ready', 'list-10000-painted'],
  async run(context) {
    const blank = await mkdtemp(join(context.folder, 'blank-'));
    const few = await seededProfile(context, 12, { isFull: true });
    const many = await seededProfile(context, 10_000, { isFull: true });
    const starts = {
      blank: () => paintedMs(context, 'blank', blank),
      few: () => paintedMs(context, 'notAfter', few),
      many: () => paintedMs(context, 'notAfter', many),
    };
    // Once for nothing: the first start of a profile makes its caches.
    await inTurns(1, starts);
    const taken = await inTurns(Math.max(context.samples, 7), starts);
    const against = { unit: 'ms', floors: taken.blank } as const;
    return [
      { name: 'ready', values: taken.few, ...against, goal: { of: 'ratio', atMost: 1.5 } },
      { name: 'list-10000-painted', values: taken.many, ...against, goal: { of: 'ratio', atMost: 1.8 } },
    ];
  },
};

async function paintedMs(context: BenchContext, kind: ProbedKind, profile: string): Promise<number> {
  const app = await startProbed(context, kind, profile);
  await app.close();
  return app.paintedMs;
}
