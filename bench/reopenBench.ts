import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, inTurns } from './lib/bench.ts';
import { type ProbedApp, startProbed } from './lib/probedApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** By then an app has done what follows the closing of its window. */
const CLOSED_MS = 2000;

/** From a click on the tray icon of an app without a window to painted rows, against a blank app's new page. */
export const reopenBench: Bench = {
  names: ['reopen', 'reopen-10000'],
  async run(context) {
    const apps: ProbedApp[] = [];
    const started = async (...app: Parameters<typeof startProbed>) => {
      apps.push(await startProbed(...app));
      return apps.at(-1) as ProbedApp;
    };
    try {
      const blankProfile = await mkdtemp(join(context.folder, 'blank-'));
      const blank = await started(context, 'blank', blankProfile, { BENCH_TRAY: '1' });
      const few = await started(context, 'notAfter', await seededProfile(context, 12));
      const many = await started(context, 'notAfter', await seededProfile(context, 10_000));
      const reopenings = {
        blank: () => reopenedMs(blank),
        few: () => reopenedMs(few),
        many: () => reopenedMs(many),
      };
      // Once for nothing: the first time compiles what a start did not use.
      await inTurns(1, reopenings);
      const taken = await inTurns(Math.max(context.samples, 7), reopenings);
      const against = { unit: 'ms', floors: taken.blank } as const;
      return [
        { name: 'reopen', values: taken.few, ...against, goal: { of: 'ratio', atMost: 1.4 } },
        { name: 'reopen-10000', values: taken.many, ...against, goal: { of: 'ratio', atMost: 1.7 } },
      ];
    } finally {
      for (const app of apps) await app.close();
    }
  },
};

async function reopenedMs(app: ProbedApp): Promise<number> {
  await app.closeWindow();
  await wait(CLOSED_MS);
  return app.reopen();
}
