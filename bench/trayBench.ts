import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { type ProbedApp, type ProbedKind, startProbed } from './lib/probedApp.ts';
import { processTree, proportionalBytes, renderersOf, usageOf } from './lib/processTree.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** By then the keychain's process has ended, and Chromium has released the window's memory. */
const SETTLE_MS = 20_000;
const IDLE_WINDOW_MS = 20_000;
const IDLE_WINDOWS = 3;
const ORDERS = 1000;

/** Memory of all processes with the window closed, compared with a blank app with a closed window. */
export const memoryBench: Bench = {
  names: ['memory-tray'],
  async run(context) {
    const profiles = await makeProfiles(context);
    const taken = await inTurns(context.samples, {
      blank: () => megabytesInTray(context, 'blank', profiles.blank),
      notAfter: () => megabytesInTray(context, 'notAfter', profiles.notAfter),
    });
    return [
      {
        name: 'memory-tray',
        values: taken.notAfter,
        unit: 'MB',
        floors: taken.blank,
        goal: { of: 'ratio', atMost: 1.05 },
      },
    ];
  },
};

/** Load of both apps at the same time, with closed windows. */
export const idleBench: Bench = {
  names: ['idle'],
  async run(context) {
    const profiles = await makeProfiles(context);
    const apps: ProbedApp[] = [];
    try {
      for (const kind of ['blank', 'notAfter'] as const) {
        const app = await startProbed(context, kind, profiles[kind]);
        apps.push(app);
        await app.closeWindow();
      }
      await wait(SETTLE_MS);
      const windows: IdleWindow[][] = [];
      for (let round = 0; round < IDLE_WINDOWS; round += 1) {
        windows.push(await Promise.all(apps.map(({ pid }) => idleWindow(pid))));
      }
      const of = (app: number, pick: (seen: IdleWindow) => number) =>
        windows.flatMap((seen) => seen.slice(app, app + 1).map(pick));
      const cpu = ({ cpuPercent }: IdleWindow) => cpuPercent;
      const wakeUps = ({ wakeUpsPerSecond }: IdleWindow) => wakeUpsPerSecond;
      return [
        {
          name: 'idle',
          values: of(1, cpu),
          unit: '% CPU',
          floors: of(0, cpu),
          goal: { of: 'difference', atMost: 0.05 },
        },
        {
          name: 'idle-wake-ups',
          values: of(1, wakeUps),
          unit: '1/s',
          floors: of(0, wakeUps),
          goal: { of: 'ratio', atMost: 1.2 },
        },
        {
          name: 'idle-renderers',
          values: of(1, ({ renderers }) => renderers),
          unit: 'count',
          floors: null,
          goal: { of: 'value', atMost: 0 },
        },
      ];
    } finally {
      for (const app of apps) await app.close();
    }
  },
};

interface IdleWindow {
  /** Share of one processor. */
  readonly cpuPercent: number;
  readonly wakeUpsPerSecond: number;
  readonly renderers: number;
}

async function makeProfiles(context: BenchContext): Promise<Readonly<Record<ProbedKind, string>>> {
  return {
    blank: await mkdtemp(join(context.folder, 'blank-')),
    notAfter: await seededProfile(context, ORDERS, { isFull: true }),
  };
}

async function megabytesInTray(context: BenchContext, kind: ProbedKind, profile: string): Promise<number> {
  const app = await startProbed(context, kind, profile);
  try {
    await app.closeWindow();
    await wait(SETTLE_MS);
    return (await proportionalBytes(await processTree(app.pid))) / 1024 / 1024;
  } finally {
    await app.close();
  }
}

async function idleWindow(pid: number): Promise<IdleWindow> {
  const ids = await processTree(pid);
  const before = await usageOf(ids);
  const startedAt = performance.now();
  await wait(IDLE_WINDOW_MS);
  const after = await usageOf(ids);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    cpuPercent: ((after.cpuNs - before.cpuNs) / 1e9 / seconds) * 100,
    wakeUpsPerSecond: (after.wakeUps - before.wakeUps) / seconds,
    renderers: (await renderersOf(ids)).length,
  };
}
