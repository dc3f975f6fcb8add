import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { testEnvironment } from './lib/tiers.ts';
import { buildApp } from './lib/tools.ts';
import { withTestDesktop } from './testDesktop.ts';

/**
 * Measures every figure of docs/performance.md on the built app, in a private desktop.
 * Arguments go to bench/main.ts: `--json <file>`, `--only <name>`, `--samples <n>`.
 */
async function bench(): Promise<number> {
  const runtime = await setUp(['bench'], 'test');
  if (!isGood(await runStep('build', buildApp))) {
    return 1;
  }
  const main = join(projectFolder, 'bench', 'main.ts');
  return withTestDesktop({}, (env) =>
    runVisibly(process.execPath, [main, ...process.argv.slice(2)], { env: testEnvironment(runtime, env) }),
  );
}

await runCommand(bench);
