import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronDistribution } from '../lib/electronDistribution.ts';
import { run } from '../lib/processes.ts';
import { type StepResult, wholeResult } from '../lib/steps.ts';
import { StopError } from '../lib/terminal.ts';
import { toolPath } from '../lib/tools.ts';
import type { SystemTargets, TargetSystem } from './targets.ts';

/** What to package, and how. `out/app` must have been built. */
export type PackageOrder = SystemTargets & {
  /** The Electron to pack; without one electron-builder downloads that of package.json for each system and processor. */
  readonly electron?: ElectronDistribution;
  /** The folder for the packages. */
  readonly output: string;
  /** Put into the names of the packages, such as `not-for-release`; default nothing. */
  readonly label?: string;
  /** `store` is quick and large; by default it is well compressed. */
  readonly compression?: 'store';
};

/** The processors that a system's packages are for: on Linux that of this machine, as its Electron is packed. */
const processors: Readonly<Record<TargetSystem, readonly string[]>> = {
  linux: [`--${process.arch}`],
  mac: ['--universal'],
  win: ['--x64', '--arm64'],
};

const systemArchiver = '/usr/bin/7za';

/** For the tar.gz: electron-builder's own level, 9, takes five times as long for 1.5 % less. */
const archiveLevel = '5';

/** Packages the built app by electron-builder.yml. */
export async function packageApp(order: PackageOrder): Promise<StepResult> {
  const { code, output } = await run(
    process.execPath,
    [
      toolPath('electron-builder'),
      `--${order.system}`,
      ...order.targets,
      ...processors[order.system],
      ...['--publish', 'never'],
      ...overrides(order),
    ],
    { env: archiverEnvironment(order) },
  );
  return wholeResult(code === 0, output);
}

/** The folder of the unpacked app for Linux that `packageApp` leaves in its output folder. */
export function unpackedFolder(output: string): string {
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}

function archiverEnvironment({ system, compression }: PackageOrder): NodeJS.ProcessEnv {
  return {
    ...(existsSync(systemArchiver) && { ELECTRON_BUILDER_7ZIP_PATH: systemArchiver }),
    // Would undo `store`.
    ...(system === 'linux' &&
      compression === undefined && { ELECTRON_BUILDER_COMPRESSION_LEVEL: archiveLevel }),
    ...process.env,
  };
}

function overrides({ electron, output, label, compression }: PackageOrder): readonly string[] {
  const values = {
    'directories.output': output,
    ...(electron && { electronDist: electron.folder, electronVersion: electron.version }),
    ...(label && { artifactName: `$\{productName}-$\{version}-${label}-$\{os}-$\{arch}.$\{ext}` }),
    ...(compression && { compression }),
    ...feedOverrides(process.env['NOTAFTER_UPDATE_FEED']),
  };
  return Object.entries(values).map(([name, value]) => `--config.${name}=${value}`);
}

/**
 * The update feed of the packages: a folder on a web server, by electron-updater's generic provider. The app takes it
 * from a file that electron-builder writes into the packages that can replace themselves. None is set: no feed.
 */
export function feedOverrides(feed: string | undefined): Readonly<Record<string, string>> {
  if (feed === undefined || feed === '') return {};
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') {
    throw new StopError('NOTAFTER_UPDATE_FEED must be an https address: the app asks no other.');
  }
  return { 'publish.provider': 'generic', 'publish.url': feed };
}
