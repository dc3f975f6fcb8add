import { join } from 'node:path';
import type { SystemNeed } from '../systemPackages.ts';
import { withTestDesktop } from '../testDesktop.ts';
import { projectFolder } from './paths.ts';
import { runVisibly } from './processes.ts';
import { setUp } from './setUp.ts';
import { isGood, runStep } from './steps.ts';
import { testEnvironment } from './tiers.ts';
import { buildPrograms } from './tools.ts';

/**
 * Builds the app, and runs a program that measures it in a private desktop.
 * @param program a file of `bench/`
 * @returns its exit code
 */
export async function measureOnDesktop(
  program: string,
  args: readonly string[],
  needs: readonly SystemNeed[],
): Promise<number> {
  const runtime = await setUp(needs, 'test');
  if (!isGood(await runStep('build', buildPrograms))) return 1;
  return withTestDesktop({}, (env) =>
    runVisibly(process.execPath, [join(projectFolder, 'bench', program), ...args], {
      env: testEnvironment(runtime, env),
    }),
  );
}
