import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { outFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { chooseSteps, isGood, runStep, type StepResult, sayOutcome } from './lib/steps.ts';
import { runTier, testEnvironment } from './lib/tiers.ts';
import { buildPrograms } from './lib/tools.ts';
import type { SystemNeed } from './systemPackages.ts';
import { withTestDesktops } from './testDesktop.ts';

/** Concurrent files, which wait more than they compute. */
const desktopCount = 3;

/**
 * Builds the packages and tests them: what they hold, their signature and repository, the packaged app, `notafter-server` as
 * a service, the page in a newer Chromium, and the check in Nagios and Icinga. Then it installs the debs in bare Debian
 * systems, starts, upgrades and removes them, and builds and runs the container. It takes minutes and a Debian mirror, so
 * `npm test` does not do it. Words choose parts (`packages`, `installation`), further arguments narrow the tests.
 * `NOTAFTER_TEST_PACKAGES` names a folder with finished debs to install.
 */
async function testPackages(): Promise<number> {
  const { steps, args } = chooseSteps(process.argv.slice(2), ['packages', 'installation']);
  const runtime = await setUp(
    steps.flatMap((step) => needs[step]),
    'test',
  );
  const build = await runStep('build', buildPrograms);
  if (!isGood(build)) return sayOutcome([build]);
  const results: StepResult[] = [];
  for (const step of steps) {
    // What installs packages has the machine to itself.
    const desktops = step === 'packages' ? desktopCount : 1;
    const runIn = (env: NodeJS.ProcessEnv) =>
      runTier(step, process.execPath, {
        args: [`--maxWorkers=${desktops}`, ...args],
        env: testEnvironment(runtime, env),
        // `out/packages` has the packages.
        folder: join(outFolder, `${step}-tests`),
      });
    results.push(await runStep(step, () => withTestDesktops(desktops, runIn)));
  }
  return sayOutcome(results);
}

const needs: Readonly<Record<'packages' | 'installation', readonly SystemNeed[]>> = {
  packages: [
    'testDesktop',
    'readers',
    'packageCheckers',
    'serverPackages',
    'repository',
    'packageManagers',
    'otherProcessor',
    'plugins',
    'browser',
    'terminal',
    'commandClient',
  ],
  installation: [
    'testDesktop',
    'packageCheckers',
    'serverPackages',
    'bareSystems',
    'containers',
    'repository',
  ],
};

await runCommand(testPackages);
