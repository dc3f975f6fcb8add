import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronRuntime } from './electronRuntime.ts';
import { runCommand } from './lib/interruption.ts';
import { cacheFolder, outFolder } from './lib/paths.ts';
import { Progress, type StepTimes, showProgress } from './lib/progress.ts';
import { setUp } from './lib/setUp.ts';
import {
  chooseSteps,
  isGood,
  runStep,
  type StepResult,
  sayOutcome,
  stepsProblem,
  type TestStep,
  testSteps,
  wholeResult,
} from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { asNode, runTier, type TierOptions, testEnvironment } from './lib/tiers.ts';
import { buildPrograms, checkLint, checkTypes } from './lib/tools.ts';
import type { SystemNeed } from './systemPackages.ts';
import { withTestDesktops } from './testDesktop.ts';
import { integrationFiles } from './windows/integrationFiles.ts';

/** Concurrent end-to-end files, which wait more than they compute. */
const desktopCount = 3;

/** Milliseconds on an idle computer with two cores, used until a run has finished here. */
const typicalTimes: StepTimes = {
  types: 20_000,
  lint: 8_000,
  unit: 30_000,
  integration: 120_000,
  build: 10_000,
  e2e: 250_000,
};

const timesFile = join(cacheFolder(process.env), 'test-times.json');

/**
 * Runs all tests. `npm test -- e2e -t name` runs a part: names of steps first, the rest goes to Vitest. The end-to-end
 * tests run in parallel to the other steps, because they wait more than they compute. The last lines always say why
 * tests were skipped, and how many passed and failed.
 */
async function test(): Promise<number> {
  const { steps, args } = chooseSteps(process.argv.slice(2), testSteps);
  const problem = stepsProblem(steps, process.platform);
  if (problem !== null) throw new StopError(problem);
  let runtime: ElectronRuntime;
  try {
    runtime = await setUp(needsOf(steps), 'test');
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    return sayOutcome([{ ...wholeResult(false, ''), remarks: [error.message] }]);
  }
  const env = testEnvironment(runtime, process.env);
  const inElectron = { args, env: asNode(env) };
  const run: Record<Exclude<TestStep, 'e2e'>, (onProgress: OnProgress) => Promise<StepResult>> = {
    types: checkTypes,
    lint: checkLint,
    unit: (onProgress) => runTier('unit', runtime.executable, { ...inElectron, onProgress }),
    integration: (onProgress) =>
      runTier('integration', runtime.executable, {
        ...inElectron,
        // The others need programs that Windows has not.
        args: process.platform === 'win32' && args.length === 0 ? integrationFiles : args,
        onProgress,
      }),
  };
  const beside = steps.filter((step) => step !== 'e2e');
  const desktop = steps.includes('e2e') ? ['build', 'e2e'] : [];
  const expected = await readTimes();
  const isWhole = args.length === 0;
  const progress = new Progress([beside, desktop], timesOf({ ...typicalTimes, ...expected }, isWhole));
  const passed = new Set<string>();
  const endProgress = showProgress(progress);

  const tracked = async (name: string, step: (onProgress: OnProgress) => Promise<StepResult>) => {
    progress.start(name);
    try {
      const result = await runStep(name, () => step((share) => progress.update(name, share)));
      if (isGood(result)) passed.add(name);
      return result;
    } finally {
      progress.end(name);
    }
  };
  try {
    const results = await Promise.all([
      inOrder(beside.map((step) => () => tracked(step, run[step]))),
      desktop.length === 0 ? [] : runOnDesktops(runtime, args, tracked),
    ]);
    // A step that failed may have ended early.
    const took = Object.entries(progress.took).filter(([name]) => passed.has(name));
    if (isWhole) await writeTimes({ ...expected, ...Object.fromEntries(took) });
    endProgress();
    return sayOutcome(results.flat());
  } finally {
    endProgress();
  }
}

type OnProgress = NonNullable<TierOptions['onProgress']>;

function needsOf(steps: readonly TestStep[]): readonly SystemNeed[] {
  const isWanted = (step: TestStep) => steps.includes(step);
  return [
    ...(isWanted('unit') ? (['unit'] as const) : []),
    ...(isWanted('integration')
      ? ([
          'testDesktop',
          'readers',
          'servers',
          'senders',
          'metrics',
          'receivers',
          'repository',
          'terminal',
          'commandClient',
        ] as const)
      : []),
    ...(isWanted('e2e') ? (['testDesktop', 'readers', 'terminal', 'commandClient'] as const) : []),
  ];
}

async function inOrder(steps: readonly (() => Promise<StepResult>)[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await step());
  return results;
}

/** Builds the app, then runs the end-to-end tests on it. */
async function runOnDesktops(
  runtime: ElectronRuntime,
  args: readonly string[],
  tracked: (name: string, step: (onProgress: OnProgress) => Promise<StepResult>) => Promise<StepResult>,
): Promise<readonly StepResult[]> {
  const build = await tracked('build', buildPrograms);
  const e2e = await tracked('e2e', (onProgress) =>
    runE2e(runtime, { isBuilt: isGood(build), args, onProgress }),
  );
  // A successful build does not count as a test.
  return [{ ...build, counts: { ...build.counts, passed: 0 } }, e2e];
}

async function runE2e(
  runtime: ElectronRuntime,
  { isBuilt, args, onProgress }: { isBuilt: boolean; args: readonly string[]; onProgress: OnProgress },
): Promise<StepResult> {
  if (!isBuilt) {
    return wholeResult(false, 'Not run, because the application could not be built.');
  }
  const runIn = (env: NodeJS.ProcessEnv) =>
    runTier('e2e', process.execPath, {
      args: [`--maxWorkers=${desktopCount}`, ...args],
      env: testEnvironment(runtime, env),
      onProgress,
    });
  const result = await withTestDesktops(desktopCount, runIn);
  return {
    ...result,
    details: `${result.details}\nLogs and screenshots of failures are in ${outFolder}/e2e`,
  };
}

/** Those of steps that run as a whole: what a part of a tier takes is not known. */
function timesOf(times: StepTimes, isWhole: boolean): StepTimes {
  const { types = 0, lint = 0, build = 0 } = times;
  return isWhole ? times : { types, lint, build };
}

async function readTimes(): Promise<StepTimes> {
  try {
    const times: unknown = JSON.parse(await readFile(timesFile, 'utf8'));
    const entries = typeof times === 'object' && times !== null ? Object.entries(times) : [];
    return Object.fromEntries(entries.filter(([, ms]) => typeof ms === 'number'));
  } catch {
    return {};
  }
}

async function writeTimes(times: StepTimes): Promise<void> {
  await mkdir(cacheFolder(process.env), { recursive: true });
  await writeFile(timesFile, JSON.stringify(times));
}

await runCommand(test);
