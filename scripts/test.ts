import { type ElectronRuntime, resolveElectron } from './electronRuntime.ts';
import { buildApp } from './lib/build.ts';
import { runCommand } from './lib/interruption.ts';
import { outFolder } from './lib/paths.ts';
import { checkLint, checkTypes } from './lib/sourceChecks.ts';
import { type Counts, isGood, runStep, sumCounts, summaryLine, wholeResult } from './lib/steps.ts';
import { StopError, say } from './lib/terminal.ts';
import { withTestDesktops } from './lib/testDesktops.ts';
import { testEnvironment } from './lib/testEnvironment.ts';
import { chooseSteps, type TestStep } from './lib/testSteps.ts';
import { asNode, runTier } from './lib/tiers.ts';
import { ensureSystemPackages } from './systemPackages.ts';

/** End-to-end files that run at once: they wait more than they compute. */
const filesAtOnce = 2;

/**
 * All tests of the project. `npm test -- e2e -t name` runs a part: names of steps first, the rest goes to Vitest.
 * The last line says how many passed and failed, whatever happens.
 */
async function test(): Promise<number> {
  const counts: Counts[] = [];
  try {
    await runSteps(counts);
  } catch (error) {
    if (!(error instanceof StopError)) {
      throw error;
    }
    say(error.message);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
  }
  const sum = sumCounts(counts);
  say(summaryLine(sum));
  return isGood(sum) ? 0 : 1;
}

async function runSteps(counts: Counts[]): Promise<void> {
  const { steps, args } = chooseSteps(process.argv.slice(2));
  const wanted = (step: TestStep) => steps.includes(step);
  await ensureSystemPackages(wanted('e2e') ? 'testDesktop' : 'electron');
  if (wanted('integration')) {
    await ensureSystemPackages('readers');
    await ensureSystemPackages('servers');
  }
  const runtime = await resolveElectron('test');

  let isBuilt = true;
  if (wanted('e2e')) {
    const build = await runStep('build', buildApp);
    isBuilt = build.failed === 0;
    counts.push({ ...build, passed: 0 });
  }
  if (wanted('types')) {
    counts.push(await runStep('types', checkTypes));
  }
  if (wanted('lint')) {
    counts.push(await runStep('lint', checkLint));
  }
  for (const tier of ['unit', 'integration'] as const) {
    if (wanted(tier)) {
      const options = { args, env: asNode(testEnvironment(runtime, process.env)) };
      counts.push(await runStep(tier, () => runTier(tier, runtime.executable, options)));
    }
  }
  if (wanted('e2e')) {
    counts.push(await runStep('e2e', () => runE2e(runtime, isBuilt, args)));
  }
}

async function runE2e(runtime: ElectronRuntime, isBuilt: boolean, args: readonly string[]) {
  if (!isBuilt) {
    return wholeResult(false, 'Not run, as the application could not be built.');
  }
  const atOnce = process.platform === 'linux' ? filesAtOnce : 1;
  const runIn = (env: NodeJS.ProcessEnv) =>
    runTier('e2e', process.execPath, {
      args: [`--maxWorkers=${atOnce}`, ...args],
      env: testEnvironment(runtime, env),
    });
  const result =
    process.platform === 'linux' ? await withTestDesktops(atOnce, runIn) : await runIn(process.env);
  return { ...result, details: `${result.details}\nScreenshots and logs are in ${outFolder}/e2e` };
}

await runCommand(test);
