import { run } from '#scripts/lib/processes.ts';
import { buildCommandClient, commandClient } from '#scripts/packaging/commandClient.ts';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { type DrivenApp, driveNotAfter } from './lib/drivenApp.ts';
import { takeLongestDelay, watchDelays } from './lib/eventLoop.ts';
import { seededProfile } from './lib/seededProfile.ts';

const NAME = 'main-blocked-10000';
const ORDER = 'host-00042.example.com';

const commands = {
  metrics: ['metrics'],
  json: ['status', '--json'],
  check: ['check'],
  status: ['status'],
  one: ['status', ORDER],
} as const;

type What = keyof typeof commands | 'key';

type WithTasks = typeof globalThis & { benchTasks?: number[] };

/** How long a thread of the app is held up with 10,000 orders: main by each command, the page by the first letter of a search. */
export const mainBlockedBench: Bench = {
  names: [NAME],
  async run(context) {
    const reason = await buildCommandClient();
    if (reason !== null) throw new Error(reason);
    const profile = await seededProfile(context, 10_000, { isFull: true });
    const app = await driveNotAfter(context, profile);
    try {
      await app.page.locator('tr[data-order-id]').first().waitFor();
      await watchDelays(app.electron);
      const samplers = { key: () => firstKeyMs(app) } as Record<What, () => Promise<number>>;
      for (const [what, words] of Object.entries(commands) as [What, readonly string[]][])
        samplers[what] = () => blockedMs(context, app, profile, words);
      // The first command reads what later ones have.
      await inTurns(1, samplers);
      const taken = await inTurns(context.samples, samplers);
      const none = { unit: 'ms', floors: null } as const;
      const longest = Array.from({ length: context.samples }, (_none, sample) =>
        Math.max(...Object.values(taken).map((values) => values[sample] ?? Number.NaN)),
      );
      return [
        { name: NAME, values: longest, ...none, goal: { of: 'value', atMost: 50 } },
        ...Object.entries(taken).map(([what, values]) => ({
          ...{ name: `${NAME}-${what}`, values, ...none },
          goal: null,
        })),
      ];
    } finally {
      await app.close();
    }
  },
};

/** The longest delay of main's event loop while it answers a command of the native client. */
async function blockedMs(
  { env }: BenchContext,
  { electron }: DrivenApp,
  profile: string,
  words: readonly string[],
): Promise<number> {
  await takeLongestDelay(electron);
  // The program that the client would become fails, so only the app's answer counts.
  const args = ['/bin/false', `--user-data-dir=${profile}`, '--', ...words];
  const { code, output } = await run(commandClient, args, { env });
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output.slice(0, 1000)}`);
  return await takeLongestDelay(electron);
}

/** The longest task of a page that was just loaded, after the first letter in the search; tasks below 50 ms count as none. */
async function firstKeyMs({ page }: DrivenApp): Promise<number> {
  await page.reload();
  const row = page.locator('tr[data-order-id]');
  await row.nth(2).waitFor();
  await page.getByRole('searchbox').first().focus();
  // So long does a hand take from the field to a letter.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const tasks: number[] = [];
    (globalThis as WithTasks).benchTasks = tasks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.keyboard.press('4');
  await page.waitForTimeout(1000);
  return await page.evaluate(() => Math.max(0, ...((globalThis as WithTasks).benchTasks ?? [])));
}
