import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { testEnvironment } from './lib/testEnvironment.ts';
import { asNode, runTier } from './lib/tiers.ts';

/**
 * The tests whose strength is their number (killed processes, hostile requests), each with its full count; `npm test`
 * runs them with a tenth of it. Arguments narrow the tests.
 */
async function soak(): Promise<number> {
  const runtime = await setUp(['unit'], 'test');
  const env = { ...asNode(testEnvironment(runtime, process.env)), NOTAFTER_SOAK: '1' };
  return sayOutcome([
    await runStep('soak', () => runTier('soak', runtime.executable, { args: process.argv.slice(2), env })),
  ]);
}

await runCommand(soak);
