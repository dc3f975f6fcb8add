import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { testEnvironment } from './lib/tiers.ts';
import { buildPrograms } from './lib/tools.ts';
import { withTestDesktop } from './testDesktop.ts';

/**
 * Measures every figure of docs/performance.md on the built app, in a private desktop.
 * Arguments go to bench/main.ts: `--only <name>`, `--samples <n>`, `--json <file>`, `--compare <file>`,
 * `--markdown <file>`, `--svg <file>`, and `--from <file>` for a report of an earlier run, without a new one.
 */
async function bench(): Promise<number> {
  const main = join(projectFolder, 'bench', 'main.ts');
  const args = [main, ...process.argv.slice(2)];
  if (args.includes('--from')) return runVisibly(process.execPath, args, { env: process.env });
  const runtime = await setUp(['bench', 'commandClient'], 'test');
  if (!isGood(await runStep('build', buildPrograms))) {
    return 1;
  }
  return withTestDesktop({}, (env) =>
    runVisibly(process.execPath, args, { env: testEnvironment(runtime, env) }),
  );
}

await runCommand(bench);
