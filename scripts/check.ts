import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { asNode, runTier, testEnvironment } from './lib/tiers.ts';
import { checkLint, checkTypes } from './lib/tools.ts';

/** Types, lint and unit tests in parallel, for a quick check before a commit. Arguments narrow the unit tests. */
async function check(): Promise<number> {
  const runtime = await setUp(['unit'], 'test');
  const unit = { args: process.argv.slice(2), env: asNode(testEnvironment(runtime, process.env)) };
  return sayOutcome(
    await Promise.all([
      runStep('types', checkTypes),
      runStep('lint', checkLint),
      runStep('unit', () => runTier('unit', runtime.executable, unit)),
    ]),
  );
}

await runCommand(check);
