import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep, sayOutcome } from './lib/steps.ts';
import { runTier, testEnvironment } from './lib/tiers.ts';
import { buildPrograms } from './lib/tools.ts';
import { withTestDesktops } from './testDesktop.ts';

/**
 * Installs the built debs, of the app and of the program without Electron, in bare Debian systems, starts, upgrades and
 * removes them, and builds and runs the container. It takes minutes and a Debian mirror, so `npm test` does not do it. Arguments narrow the tests.
 * `NOTAFTER_TEST_PACKAGES` names a folder with finished debs.
 */
async function testPackages(): Promise<number> {
  const runtime = await setUp(
    ['testDesktop', 'packageCheckers', 'serverPackages', 'bareSystems', 'containers', 'repository'],
    'test',
  );
  const build = await runStep('build', buildPrograms);
  if (!isGood(build)) return sayOutcome([build]);
  const packages = await runStep('installation', () =>
    withTestDesktops(1, (env) =>
      runTier('installation', process.execPath, {
        // There is one desktop.
        args: ['--maxWorkers=1', ...process.argv.slice(2)],
        env: testEnvironment(runtime, env),
      }),
    ),
  );
  return sayOutcome([packages]);
}

await runCommand(testPackages);
