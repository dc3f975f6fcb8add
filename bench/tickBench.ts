import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { type Bench, inTurns } from './lib/bench.ts';
import { type DrivenApp, debuggerOf, driveBlank, driveNotAfter } from './lib/drivenApp.ts';
import { median } from './lib/figures.ts';
import { seededProfile } from './lib/seededProfile.ts';

const COUNTDOWNS = 30;
const WINDOW_MS = 5000;
/** With this zoom all thirty rows are visible. */
const ZOOM = 0.33;

/** Main thread time of the page per second with thirty countdowns, compared with one timer that writes thirty texts. */
export const tickBench: Bench = {
  names: ['tick'],
  async run(context) {
    const blankProfile = await mkdtemp(join(context.folder, 'blank-'));
    const profile = await seededProfile(context, COUNTDOWNS, true);
    const apps: DrivenApp[] = [];
    try {
      const blank = await driveBlank(context, blankProfile, 'tick.html');
      apps.push(blank);
      const notAfter = await driveNotAfter(context, profile);
      apps.push(notAfter);
      const [floor, value] = await Promise.all(apps.map((app) => prepare(app)));
      const rows = await notAfter.page.locator('tr[data-order-id]').count();
      if (rows !== COUNTDOWNS || floor === undefined || value === undefined) {
        throw new Error(`${rows} rows are shown, not ${COUNTDOWNS}`);
      }
      // Work after the start, such as an alert, is done.
      await wait(3000);
      const taken = await inTurns(context.samples, {
        app: () => busyMsPerSecond(value),
        bare: () => busyMsPerSecond(floor),
      });
      return [
        {
          name: 'tick',
          value: median(taken.app),
          unit: 'ms/s',
          floor: median(taken.bare),
          goal: { of: 'ratio', atMost: 1.5 },
        },
      ];
    } finally {
      for (const app of apps) await app.close();
    }
  },
};

async function prepare(app: DrivenApp): Promise<CDPSession> {
  await app.electron.evaluate(({ BrowserWindow }, zoom) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(zoom);
  }, ZOOM);
  const session = await debuggerOf(app);
  // The thread's own time, so that other load does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

async function busyMsPerSecond(session: CDPSession): Promise<number> {
  const before = await taskSeconds(session);
  const startedAt = performance.now();
  await wait(WINDOW_MS);
  const after = await taskSeconds(session);
  return ((after - before) * 1e6) / (performance.now() - startedAt);
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find(({ name }) => name === 'TaskDuration');
  if (metric === undefined) throw new Error('The page tells no TaskDuration');
  return metric.value;
}
