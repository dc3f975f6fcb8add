import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ElectronDistribution } from './lib/electronDownload.ts';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { StopError, say, styled } from './lib/terminal.ts';
import { buildApp, buildServer } from './lib/tools.ts';
import { packageApp } from './packaging/packageApp.ts';
import {
  chooseTargets,
  formerPackages,
  givenElectron,
  type Processor,
  processorNames,
  type SystemTargets,
  systemNames,
  systemOf,
  takeServer,
} from './packaging/packageTargets.ts';
import { formerServerPackages, isServerPackage, packageServer } from './packaging/serverPackage.ts';

const usage = `npm run package -- [NAMES] [--target NAMES] [--system NAME] [--processor NAME] [--electron FOLDER | --prepackaged FOLDER] [--test-runtime]

  --target NAMES   the same; what to make: dir, tar.gz, AppImage, deb, rpm, dmg, zip, nsis, server; several with spaces or commas between.
                   server: tar.gz and deb of the program without Electron, for Linux on x64 and arm64.
                   Default: what suits the system (dir and tar.gz on Linux).
  --system NAME    linux, mac or win: whose dir is meant, and whose default. Default: this machine's.
  --processor NAME x64 or arm64: only for this one.
  --electron FOLDER
                   pack this unpacked Electron, which must be for that system and processor.
  --prepackaged FOLDER
                   make packages of this unpacked app, such as one that was signed.
  --test-runtime   pack any Electron that tests may use. The result is marked as not for release.`;

const notForRelease = 'not-for-release';

/** Builds and packages the app, the program without Electron, or both. */
async function makePackages(): Promise<number> {
  const options = readOptions();
  const { hasServer, others } = takeServer(options.target);
  if (!hasServer || others.length > 0) {
    const code = await makeAppPackages({ ...options, target: others });
    if (code !== 0) return code;
  }
  return hasServer ? await makeServerPackages(options.processor) : 0;
}

/** Makes the packages of the program without Electron. Those of the app stay. */
async function makeServerPackages(only: Processor | undefined): Promise<number> {
  await setUp(['serverPackages'], null);
  if (!isGood(await runStep('build', buildServer))) return 1;
  const output = join(outFolder, 'packages');
  const processors = only === undefined ? processorNames : [only];
  const { version } = await readPackage();
  for (const name of formerServerPackages(await namesIn(output), version, processors))
    await rm(join(output, name));
  for (const processor of processors) {
    const step = () => packageServer({ processor, output });
    if (!isGood(await runStep(`server, ${processor}`, step))) return 1;
  }
  await report(output);
  return 0;
}

/** Builds and packages the app. */
async function makeAppPackages(options: ReturnType<typeof readOptions>): Promise<number> {
  const { processor } = options;
  const orders = chooseTargets(options.target, options.system);
  const given = givenElectron(options.electron, processor, orders);
  const purpose = options.testRuntime ? 'test' : 'product';
  const isForDistributions = orders.some(({ targets }) =>
    targets.some((each) => each === 'deb' || each === 'rpm'),
  );
  const needs = [
    'packaging' as const,
    ...(isForDistributions ? (['packageCheckers'] as const) : []),
    ...(orders.some(({ system }) => system === 'linux') ? (['commandClient'] as const) : []),
  ];
  const isOwn = (order: SystemTargets) => given === null && isForThisComputer(order, processor);
  const own = await setUp(needs, orders.some(isOwn) ? purpose : null);
  const runtime = given ?? own;
  const isRelease = runtime === null || (!options.testRuntime && (await isPinned(runtime)));
  if (!isGood(await runStep('build', buildApp))) {
    return 1;
  }
  const output = join(outFolder, 'packages', isRelease ? '' : notForRelease);
  await removeFormer(output, orders, processor);
  for (const order of orders) {
    const electron = isOwn(order) ? own : given;
    const label = isRelease ? {} : { label: notForRelease };
    const step = () =>
      packageApp({
        ...order,
        ...(processor && { processor }),
        ...(electron && { electron }),
        ...(options.prepackaged && { prepackaged: options.prepackaged }),
        ...label,
        output,
      });
    if (!isGood(await runStep(order.targets.join(', '), step))) {
      say(
        'For other targets than dir, tar.gz, deb and rpm electron-builder downloads tools, and for other systems Electron, unless --electron names one.',
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

/**
 * Removes packages that are made again, and those of other versions. Packages of this version for other systems and other
 * processors stay, and those of the program without Electron.
 */
async function removeFormer(
  output: string,
  orders: readonly SystemTargets[],
  processor: Processor | undefined,
): Promise<void> {
  const names = (await namesIn(output)).filter((name) => !isServerPackage(name));
  const { version } = await readPackage();
  const systems = orders.map(({ system }) => system);
  for (const name of formerPackages(names, version, systems, processor)) {
    await rm(join(output, name), { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? await readdir(folder) : [];
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        target: { type: 'string', multiple: true, default: [] },
        system: { type: 'string' },
        processor: { type: 'string' },
        electron: { type: 'string' },
        prepackaged: { type: 'string' },
        'test-runtime': { type: 'boolean', default: false },
      },
    });
    return {
      target: [...values.target, ...positionals],
      system: oneOf('--system', values.system, systemNames) ?? systemOf(process.platform),
      processor: oneOf('--processor', values.processor, processorNames),
      electron: values.electron,
      prepackaged: values.prepackaged,
      testRuntime: values['test-runtime'],
    };
  } catch (error) {
    throw new StopError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function oneOf<Name extends string>(option: string, word: string | undefined, names: readonly Name[]) {
  const found = names.find((name) => name === word);
  if (word !== undefined && found === undefined) {
    throw new StopError(`${option} must be one of: ${names.join(', ')}.`);
  }
  return found;
}

/** Only Linux packages use this computer's Electron: the others need one for each processor. */
function isForThisComputer({ system }: SystemTargets, processor: string = process.arch): boolean {
  return system === 'linux' && systemOf(process.platform) === 'linux' && processor === process.arch;
}

const packageSchema = z.object({ version: z.string(), devDependencies: z.object({ electron: z.string() }) });

async function isPinned(runtime: ElectronDistribution): Promise<boolean> {
  return (await readPackage()).devDependencies.electron === runtime.version;
}

async function readPackage(): Promise<z.infer<typeof packageSchema>> {
  return packageSchema.parse(JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')));
}

async function report(output: string): Promise<void> {
  const entries = await readdir(output, { withFileTypes: true });
  const packages = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('builder-'));
  const archives = entries.map(({ name }) => join(output, name, 'resources', 'app.asar')).filter(existsSync);
  const files = [...packages.map(({ name }) => join(output, name)), ...archives];
  for (const file of files) {
    const megabytes = (await stat(file)).size / 1e6;
    say(`${megabytes.toFixed(1).padStart(7)} MB  ${relative(projectFolder, file)}`);
  }
}

await runCommand(makePackages);
