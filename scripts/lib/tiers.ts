import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outFolder, projectFolder } from './paths.ts';
import { run } from './processes.ts';
import { type StepResult, wholeResult } from './steps.ts';
import { toolPath } from './tools.ts';
import { countTests, type VitestReport } from './vitestReport.ts';

/** The tiers of tests that Vitest runs; each is a project of vitest.config.ts and a folder of test/. */
export type Tier = 'unit' | 'integration' | 'e2e';

/** Where a tier's tests leave screenshots and logs: named to them by the environment variable `NOTAFTER_TEST_OUT`. */
function tierOutFolder(tier: Tier): string {
  return join(outFolder, tier);
}

/**
 * Runs one tier and counts its tests by Vitest's report.
 * @param node the Node that runs Vitest: our own, or an Electron to be run as Node
 * @param options `args` narrow the run (file names, `-t name`); `env` is the environment to run in
 */
export async function runTier(
  tier: Tier,
  node: string,
  options: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv },
): Promise<StepResult> {
  if (!(await holdsFiles(join(projectFolder, 'test', tier)))) {
    return { counts: { passed: 0, failed: 0, skipped: 0 }, details: '', note: 'no tests yet' };
  }
  const folder = tierOutFolder(tier);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const reportFile = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { code, output } = await run(
    node,
    [toolPath('vitest'), 'run', '--project', tier, ...reporters, ...options.args],
    { env: { ...options.env, NOTAFTER_TEST_OUT: folder } },
  );
  await writeFile(join(folder, 'output.txt'), output);
  const report = await readReport(reportFile);
  if (report !== undefined && report.testResults.length === 0) {
    return wholeResult(false, `No test file was found.\n${output}`);
  }
  const counts = countTests(report, code);
  const note = `${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`;
  return { counts, details: output, note };
}

/** The environment in which an Electron program behaves as Node. */
export function asNode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, ELECTRON_RUN_AS_NODE: '1' };
}

async function holdsFiles(folder: string): Promise<boolean> {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  return entries.some((entry) => entry.isFile());
}

async function readReport(file: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
