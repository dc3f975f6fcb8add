import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ElectronRuntime } from './electronRuntime.ts';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { StopError, say, styled } from './lib/terminal.ts';
import { buildApp } from './lib/tools.ts';
import { chooseFpm } from './packaging/fpmChoice.ts';
import {
  chooseTargets,
  packageApp,
  type SystemTargets,
  systemOf,
  unpackedFolder,
} from './packaging/packageApp.ts';

const usage = `npm run package -- [NAMES] [--target NAMES] [--test-runtime]

  --target NAMES   the same; what to make: dir, tar.gz, AppImage, deb, rpm, dmg, nsis; several with spaces or commas between.
                   Default: what suits this machine (dir and tar.gz on Linux).
  --test-runtime   pack any Electron that tests may use. The result is marked as not for release.`;

const notForRelease = 'not-for-release';

/** Builds and packages the app. */
async function makePackages(): Promise<number> {
  const options = readOptions();
  const orders = chooseTargets(options.target, process.platform);
  const purpose = options.testRuntime ? 'test' : 'product';
  const isForDistributions = orders.some(({ targets }) =>
    targets.some((each) => each === 'deb' || each === 'rpm'),
  );
  const needs = isForDistributions ? (['packaging', 'packageCheckers'] as const) : (['packaging'] as const);
  const runtime = await setUp(needs, orders.some(isForThisSystem) ? purpose : null);
  const fpm = isForDistributions ? await chooseFpm(process.env) : undefined;
  const isRelease = runtime === null || (!options.testRuntime && (await isPinned(runtime)));
  if (!isGood(await runStep('build', buildApp))) {
    return 1;
  }
  const output = join(outFolder, 'packages', isRelease ? '' : notForRelease);
  await rm(output, { recursive: true, force: true });
  for (const order of orders) {
    const electron = isForThisSystem(order) ? runtime : null;
    const label = isRelease ? {} : { label: notForRelease };
    const step = () =>
      packageApp({ ...order, ...(electron && { electron }), ...(fpm && { fpm }), ...label, output });
    if (!isGood(await runStep(order.targets.join(', '), step))) {
      say(
        'For other targets than dir, tar.gz, deb and rpm electron-builder downloads tools, and for other systems Electron.',
      );
      return 1;
    }
  }
  await report(output);
  if (!isRelease) {
    say(
      styled(
        'yellow',
        'NOT FOR RELEASE: this contains another Electron than package.json names, or a copy of it.',
      ),
    );
  }
  return 0;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        target: { type: 'string', multiple: true, default: [] },
        'test-runtime': { type: 'boolean', default: false },
      },
    });
    return { target: [...values.target, ...positionals], testRuntime: values['test-runtime'] };
  } catch (error) {
    throw new StopError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Only Linux packages use this computer's Electron: the others need one for each processor. */
function isForThisSystem({ system }: SystemTargets): boolean {
  return system === 'linux' && systemOf(process.platform) === 'linux';
}

const packageSchema = z.object({ devDependencies: z.object({ electron: z.string() }) });

async function isPinned(runtime: ElectronRuntime): Promise<boolean> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  return packageSchema.parse(JSON.parse(text)).devDependencies.electron === runtime.version;
}

async function report(output: string): Promise<void> {
  const entries = await readdir(output, { withFileTypes: true });
  const packages = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('builder-'));
  const asar = join(unpackedFolder(output), 'resources', 'app.asar');
  const files = [...packages.map(({ name }) => join(output, name)), ...(existsSync(asar) ? [asar] : [])];
  for (const file of files) {
    const megabytes = (await stat(file)).size / 1e6;
    say(`${megabytes.toFixed(1).padStart(7)} MB  ${relative(projectFolder, file)}`);
  }
}

await runCommand(makePackages);
