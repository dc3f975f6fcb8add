import { desktopRoot, desktopRootVariable } from './desktops/desktopRoot.ts';
import { runCommand } from './lib/interruption.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep, sayOutcome } from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { runTier, testEnvironment } from './lib/tiers.ts';
import { buildApp } from './lib/tools.ts';

/**
 * Installs the built deb on real desktops without a screen, and looks at it there: docs/systems.md. It needs root, a
 * Debian mirror and 4 GB, so `npm test` does not do it. Arguments narrow the tests, such as `xfce`. Pictures are in
 * `out/desktops`. `NOTAFTER_TEST_PACKAGES` names a folder with a finished deb.
 */
async function testDesktops(): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new StopError('The tests on desktops run on Linux and as root only.');
  }
  const runtime = await setUp(['packageCheckers', 'bareSystems'], 'test');
  const root = await desktopRoot();
  const build = await runStep('build', buildApp);
  if (!isGood(build)) return sayOutcome([build]);
  const desktops = await runStep('desktops', () =>
    runTier('desktops', process.execPath, {
      args: process.argv.slice(2),
      env: testEnvironment(runtime, { ...process.env, [desktopRootVariable]: root }),
    }),
  );
  return sayOutcome([desktops]);
}

await runCommand(testDesktops);
