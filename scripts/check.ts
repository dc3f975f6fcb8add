import { resolveElectron } from './electronRuntime.ts';
import { runCommand } from './lib/interruption.ts';
import { checkLint, checkTypes } from './lib/sourceChecks.ts';
import { isGood, runStep, sumCounts, summaryLine } from './lib/steps.ts';
import { say } from './lib/terminal.ts';
import { testEnvironment } from './lib/testEnvironment.ts';
import { asNode, runTier } from './lib/tiers.ts';
import { ensureSystemPackages } from './systemPackages.ts';

/** Types, lint and unit tests, at once: the quick look before a commit. Arguments narrow the unit tests. */
async function check(): Promise<number> {
  await ensureSystemPackages('electron');
  const runtime = await resolveElectron('test');
  const unit = { args: process.argv.slice(2), env: asNode(testEnvironment(runtime, process.env)) };
  const counts = sumCounts(
    await Promise.all([
      runStep('types', checkTypes),
      runStep('lint', checkLint),
      runStep('unit', () => runTier('unit', runtime.executable, unit)),
    ]),
  );
  say(summaryLine(counts));
  return isGood(counts) ? 0 : 1;
}

await runCommand(check);
