import { parseArgs } from 'node:util';
import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep, sayOutcome } from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';
import { buildPrograms } from './lib/tools.ts';
import { withTestDesktops } from './testDesktop.ts';

/**
 * Lives of random days in the app: `--minutes <n>` says for how long, 10 by default, and `--seed <n>` which ones, such as
 * the seed of a failure. With `--windows` they are lived in real windows on a private desktop.
 */
async function days(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, windows: { type: 'boolean' } },
  });
  const { minutes = '10', seed } = values;
  if (!/^\d+(\.\d+)?$/u.test(minutes)) throw new StopError(`--minutes wants a number, not "${minutes}".`);
  if (seed !== undefined && !/^\d{1,9}$/u.test(seed))
    throw new StopError(`--seed wants a whole number, not "${seed}".`);
  const chosen = {
    NOTAFTER_SOAK: '1',
    NOTAFTER_DAYS_MINUTES: minutes,
    NOTAFTER_DAYS_SEED: seed ?? String(Date.now() % 1_000_000_000),
  };
  if (values.windows === true) return inWindows(chosen);
  const runtime = await setUp(['unit'], 'test');
  const env = { ...asNode(testEnvironment(runtime, process.env)), ...chosen };
  const args = ['integration/days'];
  return sayOutcome([await runStep('soak', () => runTier('soak', runtime.executable, { args, env }))]);
}

/** The same in real windows: builds the app first. */
async function inWindows(chosen: NodeJS.ProcessEnv): Promise<number> {
  const runtime = await setUp(['testDesktop'], 'test');
  const build = await runStep('build', buildPrograms);
  if (!isGood(build)) return sayOutcome([build]);
  const args = ['--maxWorkers=1', 'windowDays'];
  const lives = () =>
    withTestDesktops(1, (env) =>
      runTier('e2e', process.execPath, { args, env: { ...testEnvironment(runtime, env), ...chosen } }),
    );
  return sayOutcome([await runStep('e2e', lives)]);
}

await runCommand(days);
