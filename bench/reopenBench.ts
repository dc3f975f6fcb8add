import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { type ProbedApp, startProbed } from './lib/probedApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** By then an app has done what follows the closing of its window. */
const CLOSED_MS = 2000;

/** From a click on the tray icon to painted rows, in a new window or in the one that rests; a blank app opens a new window. */
export const reopenBench: Bench = {
  names: ['reopen', 'reopen-10000', 'reopen-soon'],
  async run(context) {
    const taken = await openings(context, {
      blank: () => startBlank(context),
      few: () => startWithOrders(context, 12),
      many: () => startWithOrders(context, 10_000),
      soon: () => startWithOrders(context, 12, { BENCH_REST: '1' }),
    });
    const against = { unit: 'ms', floors: taken.blank } as const;
    return [
      { name: 'reopen', values: taken.few, ...against, goal: { of: 'ratio', atMost: 2 } },
      { name: 'reopen-10000', values: taken.many, ...against, goal: { of: 'ratio', atMost: 2 } },
      { name: 'reopen-soon', values: taken.soon, ...against, goal: { of: 'ratio', atMost: 0.4 } },
    ];
  },
};

/** From a click on the tray icon to the first painted row of the quick window, against a blank app's new page. */
export const quickOpenBench: Bench = {
  names: ['quick-open'],
  async run(context) {
    const taken = await openings(context, {
      blank: () => startBlank(context),
      quick: () => startWithOrders(context, 12, { BENCH_QUICK: '1' }),
    });
    const goal = { of: 'ratio', atMost: 1.4 } as const;
    return [{ name: 'quick-open', values: taken.quick, unit: 'ms', floors: taken.blank, goal }];
  },
};

async function startBlank(context: BenchContext): Promise<ProbedApp> {
  const profile = await mkdtemp(join(context.folder, 'blank-'));
  return startProbed(context, 'blank', profile, { BENCH_TRAY: '1' });
}

async function startWithOrders(
  context: BenchContext,
  count: number,
  env: NodeJS.ProcessEnv = {},
): Promise<ProbedApp> {
  return startProbed(context, 'notAfter', await seededProfile(context, count), env);
}

/** Starts the apps, and opens a window of each from the tray, in turns. @returns milliseconds by the name of the app */
async function openings<Name extends string>(
  { samples }: BenchContext,
  starts: Readonly<Record<Name, () => Promise<ProbedApp>>>,
): Promise<Record<Name, number[]>> {
  const apps: ProbedApp[] = [];
  try {
    const samplers = {} as Record<Name, () => Promise<number>>;
    for (const [name, start] of Object.entries(starts) as [Name, () => Promise<ProbedApp>][]) {
      const app = await start();
      apps.push(app);
      samplers[name] = () => openedMs(app);
    }
    // Once for nothing: the first time compiles what a start did not use.
    await inTurns(1, samplers);
    return await inTurns(Math.max(samples, 7), samplers);
  } finally {
    for (const app of apps) await app.close();
  }
}

async function openedMs(app: ProbedApp): Promise<number> {
  await app.closeWindow();
  await wait(CLOSED_MS);
  return app.reopen();
}
