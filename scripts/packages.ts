import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep, sayOutcome } from './lib/steps.ts';
import { runTier, testEnvironment } from './lib/tiers.ts';
import { buildApp } from './lib/tools.ts';
import { withTestDesktops } from './testDesktop.ts';

/**
 * Installs the built deb in bare Debian systems, starts, upgrades and removes it. It takes minutes and a Debian mirror,
 * so `npm test` does not do it. Arguments narrow the tests. `NOTAFTER_TEST_PACKAGES` names a folder with a finished deb.
 */
async function testPackages(): Promise<number> {
  const runtime = await setUp(['testDesktop', 'packageCheckers', 'bareSystems'], 'test');
  const build = await runStep('build', buildApp);
  if (!isGood(build)) return sayOutcome([build]);
  const packages = await runStep('installation', () =>
    withTestDesktops(1, (env) =>
      runTier('installation', process.execPath, {
        args: process.argv.slice(2),
        env: testEnvironment(runtime, env),
      }),
    ),
  );
  return sayOutcome([packages]);
}

await runCommand(testPackages);
