import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, inTurns } from './lib/bench.ts';
import { type ProbedApp, startProbed } from './lib/probedApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** By then an app has done what follows the closing of its window. */
const CLOSED_MS = 2000;

/** From a click on the tray icon to the first painted row of the quick window, against a blank app's new page. */
export const quickOpenBench: Bench = {
  names: ['quick-open'],
  async run(context) {
    const apps: ProbedApp[] = [];
    const started = async (...app: Parameters<typeof startProbed>) => {
      apps.push(await startProbed(...app));
      return apps.at(-1) as ProbedApp;
    };
    try {
      const blankProfile = await mkdtemp(join(context.folder, 'blank-'));
      const blank = await started(context, 'blank', blankProfile, { BENCH_TRAY: '1' });
      const quick = await started(context, 'notAfter', await seededProfile(context, 12), {
        BENCH_QUICK: '1',
      });
      const openings = { blank: () => openedMs(blank), quick: () => openedMs(quick) };
      // Once for nothing: the first time compiles what a start did not use.
      await inTurns(1, openings);
      const taken = await inTurns(Math.max(context.samples, 7), openings);
      return [
        {
          name: 'quick-open',
          values: taken.quick,
          unit: 'ms',
          floors: taken.blank,
          goal: { of: 'ratio', atMost: 1.4 },
        },
      ];
    } finally {
      for (const app of apps) await app.close();
    }
  },
};

async function openedMs(app: ProbedApp): Promise<number> {
  await app.closeWindow();
  await wait(CLOSED_MS);
  return app.reopen();
}
