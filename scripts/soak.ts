import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, type StepResult, sayOutcome } from './lib/steps.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';

/**
 * Runs the long randomised tests (mutated inputs of the parsers, killed processes, hostile requests) and the unit tests with
 * their full counts; `npm test` runs a tenth of them. Arguments narrow the long ones, and leave out the unit tests.
 */
async function soak(): Promise<number> {
  const runtime = await setUp(['unit'], 'test');
  const env = { ...asNode(testEnvironment(runtime, process.env)), NOTAFTER_SOAK: '1' };
  const args = process.argv.slice(2);
  const tiers = args.length === 0 ? (['soak', 'unit'] as const) : (['soak'] as const);
  const results: StepResult[] = [];
  for (const tier of tiers)
    results.push(await runStep(tier, () => runTier(tier, runtime.executable, { args, env })));
  return sayOutcome(results);
}

await runCommand(soak);
