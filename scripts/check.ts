import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { checkLint, checkTypes } from './lib/sourceChecks.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { testEnvironment } from './lib/testEnvironment.ts';
import { asNode, runTier } from './lib/tiers.ts';

/** Types, lint and unit tests, at once: the quick look before a commit. Arguments narrow the unit tests. */
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
