import type { ELDHistogram } from 'node:perf_hooks';
import type { ElectronApplication } from 'playwright-core';

type Watched = typeof globalThis & { benchDelay?: ELDHistogram };

/** Watches the delays of the event loop in the app's main process, with steps of 1 ms. */
export async function watchDelays(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    (globalThis as Watched).benchDelay = delay;
    delay.enable();
  });
}

/** The longest delay since the last call, in milliseconds. */
export async function takeLongestDelay(electron: ElectronApplication): Promise<number> {
  const longestNs = await electron.evaluate(() => {
    const delay = (globalThis as Watched).benchDelay;
    const longest = delay?.max ?? Number.NaN;
    delay?.reset();
    return longest;
  });
  return longestNs / 1e6;
}
