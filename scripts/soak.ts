import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';

/**
 * Runs the long randomised tests (mutated inputs of the parsers, killed processes, hostile requests) with their full count;
 * `npm test` runs a tenth of it. Arguments narrow the tests.
 */
async function soak(): Promise<number> {
  const runtime = await setUp(['unit'], 'test');
  const env = { ...asNode(testEnvironment(runtime, process.env)), NOTAFTER_SOAK: '1' };
  return sayOutcome([
    await runStep('soak', () => runTier('soak', runtime.executable, { args: process.argv.slice(2), env })),
  ]);
}

await runCommand(soak);
