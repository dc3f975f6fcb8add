import { parseArgs } from 'node:util';
import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';

/**
 * Lives of random days in the app: `--minutes <n>` says for how long, 10 by default, and `--seed <n>` which ones, such as
 * the seed of a failure.
 */
async function days(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const { minutes = '10', seed } = values;
  if (!/^\d+(\.\d+)?$/u.test(minutes)) throw new StopError(`--minutes wants a number, not "${minutes}".`);
  if (seed !== undefined && !/^\d{1,9}$/u.test(seed))
    throw new StopError(`--seed wants a whole number, not "${seed}".`);
  const runtime = await setUp(['unit'], 'test');
  const env = {
    ...asNode(testEnvironment(runtime, process.env)),
    NOTAFTER_SOAK: '1',
    NOTAFTER_DAYS_MINUTES: minutes,
    NOTAFTER_DAYS_SEED: seed ?? String(Date.now() % 1_000_000_000),
  };
  const args = ['integration/days'];
  return sayOutcome([await runStep('soak', () => runTier('soak', runtime.executable, { args, env }))]);
}

await runCommand(days);
