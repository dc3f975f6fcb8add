import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { registryElectron } from './lib/registryElectron.ts';
import { setUp } from './lib/setUp.ts';
import { chooseSteps, isGood, runStep, type StepResult, sayOutcome } from './lib/steps.ts';
import { StopError } from './lib/terminal.ts';
import { asNode, runTier, type VitestRunner } from './lib/tiers.ts';
import { buildApp } from './lib/tools.ts';
import { withTestDesktop } from './testDesktop.ts';
import { eventFileVariable } from './vitest/tierReporter.ts';
import { integrationFiles } from './windows/integrationFiles.ts';
import { electronOnC, installModules, projectOnC, withProjectOnC } from './windows/windowsProject.ts';
import { driveC, type Wine, windowsFolder, wineRootVariable, wineScript, withWine } from './windows/wine.ts';

/**
 * Runs tests in Electron for Windows under Wine. It needs root, x64, a Debian mirror and 6 GB, so `npm test` does not do it.
 * Wine is not Windows: docs/platforms.md says what it can't show. Arguments narrow the tests.
 */
async function testWindows(): Promise<number> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.getuid?.() !== 0) {
    throw new StopError('The tests for Windows run on Linux with x64 and as root only.');
  }
  const { steps, args } = chooseSteps(process.argv.slice(2), ['unit', 'integration', 'e2e', 'installer']);
  await setUp(['bareSystems', 'testDesktop', 'packaging'], null);
  const electron = await registryElectron('windows');
  await installModules();
  const build = await runStep('build', buildApp);
  if (!isGood(build)) return sayOutcome([build]);
  return withTestDesktop({}, (env) =>
    withWine(displayOf(env), (wine) =>
      withProjectOnC(electron, async () => {
        const results: StepResult[] = [];
        if (steps.includes('unit')) {
          const unit = () => runTier('unit', vitestOnWindows(wine), { args, env: {} });
          results.push(await runStep('unit', unit));
        }
        if (steps.includes('integration')) {
          const integration = () =>
            runTier('integration', vitestOnWindows(wine), {
              args: args.length > 0 ? args : integrationFiles,
              env: {},
            });
          results.push(await runStep('integration', integration));
        }
        if (steps.includes('e2e')) results.push(await runStep('e2e', () => runApp(wine, args, env)));
        if (steps.includes('installer')) {
          results.push(await runStep('installer', () => runInstaller(wine, args, env)));
        }
        return sayOutcome(results);
      }),
    ),
  );
}

function displayOf({ DISPLAY, XAUTHORITY }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { DISPLAY, XAUTHORITY };
}

/** Runs the end-to-end tests for Windows in the Node of this computer, with a program in the place of Electron that runs it in Wine. */
async function runApp(wine: Wine, args: readonly string[], env: NodeJS.ProcessEnv): Promise<StepResult> {
  const folder = join(windowsFolder, 'electron');
  const script = join(import.meta.dirname, 'windows', 'electronInWine.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'version'), '0.0.0');
  await writeFile(join(folder, 'electron'), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, {
    mode: 0o755,
  });
  return runTier('windowsApp', process.execPath, {
    args,
    env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: folder, [wineRootVariable]: wine.root },
  });
}

/** Makes installers and runs them in Wine, by a test in the Node of this computer. electron-builder finds Wine in the path. */
async function runInstaller(
  wine: Wine,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<StepResult> {
  const folder = join(windowsFolder, 'bin');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'wine'), wineScript(wine.root, displayOf(env)), { mode: 0o755 });
  return runTier('windowsInstaller', process.execPath, {
    args,
    env: {
      ...env,
      PATH: `${folder}:${env['PATH']}`,
      [wineRootVariable]: wine.root,
      // The best compression takes minutes.
      ELECTRON_BUILDER_COMPRESSION_LEVEL: '1',
    },
  });
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
