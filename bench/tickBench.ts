import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './lib/bench.ts';
import { startProbed } from './lib/probedApp.ts';
import { mainThreadNs, processTree, renderersOf } from './lib/processTree.ts';
import { seededProfile } from './lib/seededProfile.ts';

const COUNTDOWNS = 30;
const WINDOW_MS = 5000;
/** By then the work after a start is done, such as an alert. */
const SETTLE_MS = 5000;
/** By then Chromium has freed memory of a page that is hidden, which takes tens of milliseconds once. */
const HIDDEN_MS = 35_000;

/** Time of the page's main thread with thirty countdowns in sight, and with a minimised window. */
export const tickBench: Bench = {
  names: ['tick', 'tick-minimised'],
  async run(context) {
    const profile = await seededProfile(context, COUNTDOWNS, { isLastDay: true, isFull: true });
    // With this zoom all thirty rows are in sight.
    const env = { BENCH_ZOOM: '0.33', BENCH_SELECTOR: `tr[data-order-id]:nth-of-type(${COUNTDOWNS})` };
    const app = await startProbed(context, 'notAfter', profile, env);
    try {
      const [page = 0] = await renderersOf(await processTree(app.pid));
      const sampledAfter = async (ms: number) => {
        await wait(ms);
        const samples: number[] = [];
        while (samples.length < context.samples) samples.push(await busyPercent(page));
        return samples;
      };
      const visible = await sampledAfter(SETTLE_MS);
      await app.minimizeWindow();
      const minimised = await sampledAfter(HIDDEN_MS);
      const figure = { unit: '% CPU', floors: null } as const;
      return [
        { name: 'tick', values: visible, ...figure, goal: { of: 'before', better: 'less' } },
        { name: 'tick-minimised', values: minimised, ...figure, goal: { of: 'value', atMost: 0.05 } },
      ];
    } finally {
      await app.close();
    }
  },
};

/** The share of a processor that the main thread of a process takes. */
async function busyPercent(pid: number): Promise<number> {
  const before = await mainThreadNs(pid);
  const startedAt = performance.now();
  await wait(WINDOW_MS);
  const after = await mainThreadNs(pid);
  return (after - before) / 10_000 / (performance.now() - startedAt);
}
