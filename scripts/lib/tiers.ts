import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ElectronRuntime } from '../electronRuntime.ts';
import type { TierEvent, TierOutcome } from '../vitest/tierReporter.ts';
import { cacheFolder, cacheVariable, outFolder, projectFolder } from './paths.ts';
import { type RunResult, run } from './processes.ts';
import { type StepResult, wholeResult } from './steps.ts';
import { styled } from './terminal.ts';
import { toolPath } from './tools.ts';

/** Tiers of tests; each is a project of vitest.config.ts. */
export type Tier =
  | 'unit'
  | 'integration'
  | 'e2e'
  | 'packages'
  | 'soak'
  | 'installation'
  | 'rehearsal'
  | 'desktops'
  | 'windowsApp'
  | 'windowsInstaller';

/** Runs Vitest with these arguments. @param onLine receives each event of `tierReporter.ts`, one line of JSON */
export type VitestRunner = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
) => Promise<RunResult>;

/** The environment variable that names a folder for what the test files of one run share, such as a package. */
export const sharedFolderVariable = 'NOTAFTER_TEST_SHARED';

/** How to run a tier. */
export type TierOptions = {
  /** Arguments for Vitest that narrow the run: file names, `-t name`. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where its output goes; emptied before. Default: the folder of the tier's name in `out`. */
  readonly folder?: string;
  /** Receives the share of finished test files, 0 to 1. */
  readonly onProgress?: (share: number) => void;
};

/** Runs Vitest in a program of this computer: Node, or Electron as Node. */
function vitestIn(node: string): VitestRunner {
  return (args, env, onLine) => run(node, [toolPath('vitest'), ...args], { env, onLine });
}

/**
 * Runs one tier. Logs and screenshots of its tests go into the folder `NOTAFTER_TEST_OUT`.
 * @param vitest the program that runs Vitest, Node or Electron as Node, or how to run it
 */
export async function runTier(
  tier: Tier,
  vitest: string | VitestRunner,
  options: TierOptions,
): Promise<StepResult> {
  const folder = options.folder ?? join(outFolder, tier);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = new Set<string>();
  const ended = new Set<string>();
  let outcome: TierOutcome | undefined;
  const onLine = (line: string) => {
    const event: TierEvent = JSON.parse(line);
    if (event.kind === 'started') for (const file of event.files) files.add(file);
    if (event.kind === 'fileEnded') ended.add(event.file);
    if (event.kind === 'ended') outcome = event.outcome;
    options.onProgress?.(files.size === 0 ? 0 : ended.size / files.size);
  };
  const runVitest = typeof vitest === 'string' ? vitestIn(vitest) : vitest;
  const shared = await mkdtemp(join(tmpdir(), 'notafter-shared-'));
  const { code, output } = await runVitest(
    [
      ...['run', '--project', tier],
      ...['--reporter=default', '--reporter=./scripts/vitest/tierReporter.ts'],
      ...['--reporter=json', `--outputFile.json=${join(relative(projectFolder, folder), 'report.json')}`],
      ...options.args,
    ],
    { ...options.env, NOTAFTER_TEST_OUT: folder, [sharedFolderVariable]: shared },
    onLine,
  ).finally(() => rm(shared, { recursive: true, force: true }));
  await writeFile(join(folder, 'output.txt'), output);
  if (files.size === 0) {
    return wholeResult(false, `No test file was found.\n${output}`);
  }
  const isNarrowed = options.args.some((word) => /^(-t|--testNamePattern)/.test(word));
  return tierResult(outcome, code, output, isNarrowed);
}

/**
 * The result of a tier. A test skipped without a reason counts as failed, and so does a run that failed without a failed
 * test or without a result.
 * @param code the exit code of Vitest
 * @param isNarrowed whether tests were filtered by name, which skips the others without a reason
 */
export function tierResult(
  outcome: TierOutcome | undefined,
  code: number,
  output: string,
  isNarrowed: boolean,
): StepResult {
  if (outcome === undefined) {
    return wholeResult(false, output);
  }
  const unexplained = isNarrowed ? [] : outcome.skipped.filter(({ reason }) => reason === null);
  const failed = outcome.failed + unexplained.length;
  const counts = {
    passed: outcome.passed,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: outcome.skipped.length - unexplained.length,
  };
  const complaints = unexplained.map(({ name }) => `Skipped without a reason: ${name}`);
  const remarks = [
    ...skipLines(outcome.skipped),
    ...outcome.secondTry.map(({ name, why }) => styled('yellow', `Passed only on retry: ${name}: ${why}`)),
  ];
  const note = `${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`;
  return { counts, details: [output, ...complaints].join('\n'), note, remarks };
}

/** A line for each reason, with the number and files of the skipped tests. */
function skipLines(skipped: TierOutcome['skipped']): readonly string[] {
  const byReason = Map.groupBy(
    skipped.filter(({ reason }) => reason !== null),
    ({ reason }) => reason,
  );
  return [...byReason].map(([reason, tests]) => {
    const files = [...new Set(tests.map(({ name }) => name.split(' > ')[0]))];
    return `${tests.length} skipped, as ${reason}: ${files.join(', ')}`;
  });
}

/** The environment in which Electron runs as Node. */
export function asNode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, ELECTRON_RUN_AS_NODE: '1' };
}

/**
 * The environment of tests. It names the Electron that was found, so that our scripts, the `electron` package and
 * Playwright all use the same one, and the folder for downloads, so that those on a private desktop find what is there.
 * With `NOTAFTER_TEST_LATE_MS`, short delays take that many milliseconds.
 */
export function testEnvironment(runtime: ElectronRuntime, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const late = join(projectFolder, 'scripts', 'vitest', 'lateTimers.cjs');
  return {
    ...env,
    ELECTRON_OVERRIDE_DIST_PATH: runtime.folder,
    [cacheVariable]: cacheFolder(process.env),
    ...(env['NOTAFTER_TEST_LATE_MS'] && { NODE_OPTIONS: `--require=${JSON.stringify(late)}` }),
  };
}
