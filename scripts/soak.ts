import { runCommand } from './lib/interruption.ts';
import { measureOnDesktop } from './lib/measureOnDesktop.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, type StepResult, sayOutcome } from './lib/steps.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';

/**
 * Runs the long randomised tests (mutated inputs of the parsers, killed processes, hostile requests) and the unit tests with
 * their full counts; `npm test` runs a tenth of them. Arguments narrow the long ones, and leave out the unit tests.
 * With `--hours <n>` it runs none of them, but the built app under load (`bench/soak`).
 */
async function soak(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--hours')) return measureOnDesktop('soak/main.ts', args, ['testDesktop']);
  const runtime = await setUp(['unit'], 'test');
  const env = { ...asNode(testEnvironment(runtime, process.env)), NOTAFTER_SOAK: '1' };
  const tiers = args.length === 0 ? (['soak', 'unit'] as const) : (['soak'] as const);
  const results: StepResult[] = [];
  for (const tier of tiers)
    results.push(await runStep(tier, () => runTier(tier, runtime.executable, { args, env })));
  return sayOutcome(results);
}

await runCommand(soak);
