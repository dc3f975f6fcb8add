import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronDistribution } from '../lib/electronDownload.ts';
import { run } from '../lib/processes.ts';
import { type StepResult, wholeResult } from '../lib/steps.ts';
import { StopError } from '../lib/terminal.ts';
import { toolPath } from '../lib/tools.ts';

/** What to package, and how. `out/app` must be built. */
export type PackageOrder = SystemTargets & {
  /** The Electron to pack. Without it electron-builder downloads the version of package.json for each system and processor. */
  readonly electron?: ElectronDistribution;
  /** The folder for the packages. */
  readonly output: string;
  /** Part of the packages' names, such as `not-for-release`. */
  readonly label?: string;
  /** `store` is fast and large; the default is compressed. */
  readonly compression?: 'store';
};

/** The processors of a system's packages: on Linux that of this computer, because its Electron is packed. */
const processors: Readonly<Record<TargetSystem, readonly string[]>> = {
  linux: [`--${process.arch}`],
  mac: ['--universal'],
  win: ['--x64', '--arm64'],
};

const systemArchiver = '/usr/bin/7za';

/** For the tar.gz: electron-builder's default, 9, takes five times as long for 1.5 % less. */
const archiveLevel = '5';

/** Packages the built app as electron-builder.yml says. */
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

/** The folder of the unpacked app for Linux in the output folder of `packageApp`. */
export function unpackedFolder(output: string): string {
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}

function archiverEnvironment({ system, compression }: PackageOrder): NodeJS.ProcessEnv {
  return {
    ...(existsSync(systemArchiver) && { ELECTRON_BUILDER_7ZIP_PATH: systemArchiver }),
    // This level would override `store`.
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
 * The update feed of the packages: a folder on a web server, for electron-updater's generic provider. electron-builder
 * writes it to a file in the packages that can replace themselves. Without an address there is no feed.
 */
export function feedOverrides(feed: string | undefined): Readonly<Record<string, string>> {
  if (feed === undefined || feed === '') return {};
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') {
    throw new StopError('NOTAFTER_UPDATE_FEED must be an https address: the app uses no other.');
  }
  return { 'publish.provider': 'generic', 'publish.url': feed };
}

/** The systems that the app is packaged for, by electron-builder's names. */
export type TargetSystem = 'linux' | 'mac' | 'win';

/** The packages for each system. `dir` is only the unpacked app. */
const targetsOf = {
  linux: ['dir', 'tar.gz', 'AppImage', 'deb', 'rpm'],
  mac: ['dmg'],
  win: ['nsis'],
} as const satisfies Record<TargetSystem, readonly string[]>;

/** A kind of package. */
type PackageTarget = (typeof targetsOf)[TargetSystem][number];

const hostSystems: Readonly<Partial<Record<NodeJS.Platform, TargetSystem>>> = {
  linux: 'linux',
  darwin: 'mac',
  win32: 'win',
};

const defaultTargets: Readonly<Record<TargetSystem, readonly PackageTarget[]>> = {
  linux: ['dir', 'tar.gz'],
  mac: ['dmg'],
  win: ['nsis'],
};

/** The targets for one system. */
export type SystemTargets = { readonly system: TargetSystem; readonly targets: readonly PackageTarget[] };

/** The system of a Node platform, if the app is packaged for it. */
export function systemOf(platform: NodeJS.Platform): TargetSystem | undefined {
  return hostSystems[platform];
}

/**
 * The named targets, by system; without words those of this computer.
 * @param words each one target or several separated by commas
 * @throws StopError if a word is no target, or there is none for this computer
 */
export function chooseTargets(words: readonly string[], host: NodeJS.Platform): readonly SystemTargets[] {
  const wanted = words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  if (wanted.length === 0) {
    const system = systemOf(host);
    if (system === undefined) {
      throw new StopError(`There is no package for ${host}. ${knownTargets()}`);
    }
    return [{ system, targets: defaultTargets[system] }];
  }
  const all = systems().flatMap((system) => targetsOf[system].map((target) => ({ system, target })));
  const chosen = new Set(
    wanted.map((word) => {
      const found = all.find(({ target }) => target.toLowerCase() === word.toLowerCase());
      if (found === undefined) {
        throw new StopError(`There is no package called ${word}. ${knownTargets()}`);
      }
      return found;
    }),
  );
  return systems()
    .map((system) => ({
      system,
      targets: [...chosen].filter((each) => each.system === system).map(({ target }) => target),
    }))
    .filter(({ targets }) => targets.length > 0);
}

function systems(): readonly TargetSystem[] {
  return ['linux', 'mac', 'win'];
}

function knownTargets(): string {
  return `There are: ${systems()
    .flatMap((system) => targetsOf[system])
    .join(', ')}.`;
}
