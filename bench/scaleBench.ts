import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { markdownTable } from '#scripts/lib/markdown.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { say } from '#scripts/lib/terminal.ts';
import { switches } from './commandAskBench.ts';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { commandCost } from './lib/commandCost.ts';
import { driveNotAfter, type WithBridge } from './lib/drivenApp.ts';
import { median, shown } from './lib/figures.ts';
import { KILOBYTE, MEGABYTE } from './lib/fileSizes.ts';
import { startProbed } from './lib/probedApp.ts';
import { peakBytes, processTree, proportionalBytes, usageOf } from './lib/processTree.ts';
import { seededProfile } from './lib/seededProfile.ts';

const ORDERS = [100, 1_000, 10_000, 50_000, 100_000];

/** By then what follows the first rows is done. */
const STARTED_MS = 8_000;
/** By then the memory of a closed window is released. */
const CLOSED_MS = 20_000;

/** How the app grows with its orders: a table, without goals. It takes many minutes, so it only runs by its name. */
export const scaleBench: Bench = {
  names: ['scale'],
  async run(context) {
    let isFirst = true;
    for (const orders of ORDERS) {
      const profile = await seededProfile(context, orders);
      const { size } = await stat(join(profile, 'notafter.db'));
      const values = {
        orders,
        'database, MB': size / MEGABYTE,
        ...(await startedApp(context, profile)),
        ...(await usedApp(context, profile)),
        ...(await ranCommand(context, profile, 'status')),
        ...(await ranCommand(context, profile, 'metrics')),
      };
      if (isFirst) say(markdownTable([Object.keys(values)]));
      isFirst = false;
      say(`| ${Object.values(values).map(shown).join(' | ')} |`);
    }
    return [];
  },
};

/** Without a debugger. */
async function startedApp(context: BenchContext, profile: string) {
  const starts = await inTurns(2, {
    app: async () => {
      const app = await startProbed(context, 'notAfter', profile);
      await app.close();
      return app.paintedMs;
    },
  });
  const app = await startProbed(context, 'notAfter', profile);
  try {
    await wait(STARTED_MS);
    const tree = await processTree(app.pid);
    const { cpuNs } = await usageOf(tree);
    const open = await proportionalBytes(tree);
    await app.closeWindow();
    await wait(CLOSED_MS);
    const closed = await proportionalBytes(await processTree(app.pid));
    return {
      'start to rows, ms': median([...starts.app, app.paintedMs]),
      'CPU of a start and 8 s, ms': cpuNs / 1e6,
      'memory with window, MB': open / MEGABYTE,
      'memory in the tray, MB': closed / MEGABYTE,
      'reopen, ms': await app.reopen(),
    };
  } finally {
    await app.close();
  }
}

async function usedApp(context: BenchContext, profile: string) {
  const app = await driveNotAfter(context, profile);
  try {
    await app.page.locator('tr[data-order-id]').first().waitFor();
    await app.page.waitForTimeout(STARTED_MS);
    const calls = await app.page.evaluate(async () => {
      const { calls: all } = (globalThis as unknown as WithBridge).notAfter;
      const page = JSON.stringify(await all['app:firstPage'](null)).length;
      const startedAt = performance.now();
      const snapshot = await all['app:snapshot'](null);
      return { page, ms: performance.now() - startedAt, bytes: JSON.stringify(snapshot).length };
    });
    const search = app.page.locator('input[type=search]');
    await search.focus();
    const key = await paintedAfter(app.page, 'keydown', () => app.page.keyboard.press('9'));
    await paintedAfter(app.page, 'keydown', () => app.page.keyboard.press('Backspace'));
    const sort = await paintedAfter(app.page, 'click', () =>
      app.page.locator('th[aria-sort] button').first().click(),
    );
    return {
      'first page, kB': calls.page / KILOBYTE,
      'snapshot, MB': calls.bytes / MEGABYTE,
      'snapshot, ms': calls.ms,
      'first key in the search, ms': key,
      'sort, ms': sort,
    };
  } finally {
    await app.close();
  }
}

type Watched = typeof globalThis & { benchPainted?: Promise<number> };

/** Milliseconds from an event of the user until other rows than before are painted. */
async function paintedAfter(page: Page, type: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    const ids = () =>
      Array.from(document.querySelectorAll('tr[data-order-id]'), (row) =>
        row.getAttribute('data-order-id'),
      ).join();
    const before = ids();
    (globalThis as Watched).benchPainted = new Promise((resolve) => {
      const listen = (event: Event) => {
        const look = () => {
          if (ids() === before) {
            requestAnimationFrame(look);
            return;
          }
          // A message comes in after the frame of this callback.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener(name, listen, { once: true, capture: true });
    });
  }, type);
  await act();
  return page.evaluate(() => (globalThis as Watched).benchPainted ?? Number.NaN);
}

/** A command without the running app. */
async function ranCommand(context: BenchContext, profile: string, name: string) {
  const args = [...switches, projectFolder, `--user-data-dir=${profile}`, name];
  const { processorMs } = await commandCost([context.electron, ...args], context.env);
  const child = spawn(context.electron, args, { env: context.env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null) {
    peak = Math.max(peak, await peakBytes(child.pid ?? 0));
    await wait(5);
  }
  await ended;
  return { [`\`${name}\`, CPU ms`]: processorMs, [`\`${name}\`, peak MB`]: peak / MEGABYTE };
}
