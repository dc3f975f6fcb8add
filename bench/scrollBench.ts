import type { Page } from 'playwright-core';
import { run } from '#scripts/lib/processes.ts';
import type { Bench, BenchContext } from './lib/bench.ts';
import { driveNotAfter } from './lib/drivenApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

const LONG_TASK_MS = 50;
const LONG_FRAME_MS = 32;
/** The wheel turns by one notch every 25 ms, for 5 s. */
const wheel = { notches: 200, everyMs: 25 };

interface Seen {
  readonly longestTaskMs: number;
  readonly longTasks: number;
  readonly longestFrameMs: number;
  readonly longFrames: number;
  readonly scrolled: number;
}

type Watched = typeof globalThis & { benchStop?: () => Omit<Seen, 'longTasks' | 'longFrames'> & Lists };
interface Lists {
  readonly tasks: readonly number[];
  readonly frames: readonly number[];
}

/** Scrolls the list of 10,000 orders with the wheel of the desktop's pointer. */
export const scrollBench: Bench = {
  names: ['scroll-10000'],
  async run(context) {
    const app = await driveNotAfter(context, await seededProfile(context, 10_000));
    const taken: Seen[] = [];
    try {
      await app.page.locator('tr[data-order-id]').first().waitFor();
      // What follows the start, such as the keychain's answer, is over.
      await app.page.waitForTimeout(2000);
      for (let round = 0; round < context.samples; round += 1) {
        taken.push(await scroll(context, app.page, round % 2 === 0 ? 'down' : 'up'));
      }
    } finally {
      await app.close();
    }
    const of = (pick: (seen: Seen) => number) => taken.map(pick);
    const none = { floors: null, goal: { of: 'value', atMost: 0 } } as const;
    const given = { unit: 'ms', floors: null, goal: null } as const;
    return [
      { name: 'scroll-10000', values: of((seen) => seen.longTasks), unit: 'tasks > 50 ms', ...none },
      { name: 'scroll-10000-frames', values: of((seen) => seen.longFrames), unit: 'frames > 32 ms', ...none },
      { name: 'scroll-10000-longest-task', values: of((seen) => seen.longestTaskMs), ...given },
      { name: 'scroll-10000-longest-frame', values: of((seen) => seen.longestFrameMs), ...given },
    ];
  },
};

async function scroll(context: BenchContext, page: Page, direction: 'down' | 'up'): Promise<Seen> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const frames: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const scroller = document.querySelector('table')?.parentElement;
    const from = scroller?.scrollTop ?? 0;
    let last: number | null = null;
    let isRunning = true;
    const frame = (now: number) => {
      if (last !== null) frames.push(now - last);
      last = now;
      if (isRunning) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    (globalThis as Watched).benchStop = () => {
      isRunning = false;
      for (const { duration } of observer.takeRecords()) tasks.push(duration);
      observer.disconnect();
      return {
        tasks,
        frames,
        longestTaskMs: Math.max(0, ...tasks),
        longestFrameMs: Math.max(0, ...frames),
        scrolled: Math.abs((scroller?.scrollTop ?? 0) - from),
      };
    };
  });
  const button = direction === 'down' ? '5' : '4';
  const turn = ['click', '--repeat', String(wheel.notches), '--delay', String(wheel.everyMs), button];
  const { code, output } = await run('xdotool', ['mousemove', '640', '450', ...turn], { env: context.env });
  if (code !== 0) throw new Error(`xdotool: ${output}`);
  const seen = await page.evaluate(() => (globalThis as Watched).benchStop?.());
  if (seen === undefined || seen.scrolled < 1000) throw new Error('The list did not scroll');
  return {
    ...seen,
    longTasks: seen.tasks.filter((ms) => ms > LONG_TASK_MS).length,
    longFrames: seen.frames.filter((ms) => ms > LONG_FRAME_MS).length,
  };
}
