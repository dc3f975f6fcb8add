import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Bench } from './lib/bench.ts';
import { driveNotAfter } from './lib/drivenApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

const COUNTDOWNS = 30;
const WINDOW_MS = 5000;
/** With this zoom all thirty rows are visible. */
const ZOOM = 0.33;

/** Main thread time of the page with thirty countdowns in sight, and the texts that it changes while minimised. */
export const tickBench: Bench = {
  names: ['tick', 'tick-minimised'],
  async run(context) {
    const app = await driveNotAfter(context, await seededProfile(context, COUNTDOWNS, true));
    const { electron, page } = app;
    try {
      await electron.evaluate(({ BrowserWindow }, zoom) => {
        for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(zoom);
      }, ZOOM);
      const session = await electron.context().newCDPSession(page);
      // The thread's own time, so that other load does not count.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      // Work after the start, such as an alert, is done.
      await wait(3000);
      const rows = await page.locator('tr[data-order-id]').count();
      if (rows !== COUNTDOWNS) throw new Error(`${rows} rows are shown, not ${COUNTDOWNS}`);
      const seen: number[] = [];
      for (let sample = 0; sample < context.samples; sample += 1) seen.push(await busyPercent(session));
      await electron.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.minimize();
      });
      await page.waitForFunction(() => document.visibilityState === 'hidden', null, { polling: 100 });
      const minimised: number[] = [];
      for (let sample = 0; sample < context.samples; sample += 1) minimised.push(await busyPercent(session));
      return [
        {
          name: 'tick',
          values: seen,
          unit: '% CPU',
          floors: null,
          goal: { of: 'value', atMost: 0.5 },
        },
        {
          name: 'tick-minimised',
          values: minimised,
          unit: '% CPU',
          floors: null,
          goal: { of: 'value', atMost: 0 },
        },
      ];
    } finally {
      await app.close();
    }
  },
};

/** The share of the time that the page's main thread works. */
async function busyPercent(session: CDPSession): Promise<number> {
  const before = await taskSeconds(session);
  const startedAt = performance.now();
  await wait(WINDOW_MS);
  const after = await taskSeconds(session);
  return ((after - before) * 100_000) / (performance.now() - startedAt);
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find(({ name }) => name === 'TaskDuration');
  if (metric === undefined) throw new Error('The page tells no TaskDuration');
  return metric.value;
}
