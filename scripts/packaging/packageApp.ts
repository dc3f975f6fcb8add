import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readUpdateKeys } from '#main/settings/update/signedRelease.ts';
import { type ElectronDistribution, readDistribution } from '../lib/electronDownload.ts';
import { projectFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { type StepResult, wholeResult } from '../lib/steps.ts';
import { StopError, say } from '../lib/terminal.ts';
import { toolPath } from '../lib/tools.ts';
import { buildCommandClient, removeCommandClient } from './commandClient.ts';
import { type LinuxFacts, writeLinuxFiles } from './linuxFiles.ts';

/** What to package, and how. `out/app` must be built. */
export type PackageOrder = SystemTargets & {
  /** The Electron to pack. Without it electron-builder downloads the version of package.json for each system and processor. */
  readonly electron?: ElectronDistribution;
  /** The only processor to package for. */
  readonly processor?: Processor;
  /** A folder with the unpacked app, as it is: signed, for one. Without it the app is packed first. */
  readonly prepackaged?: string;
  /** The folder for the packages. */
  readonly output: string;
  /** Part of the packages' names, such as `not-for-release`. */
  readonly label?: string;
  /** `store` is fast and large; the default is compressed. */
  readonly compression?: 'store';
  /** The program that makes deb and rpm; without it electron-builder downloads fpm. */
  readonly fpm?: string;
  /** Replaces the version of package.json. */
  readonly version?: string;
};

/** The processors of a system's packages: on Linux that of this computer, because its Electron is packed. */
const processors: Readonly<Record<TargetSystem, readonly string[]>> = {
  linux: [`--${process.arch}`],
  mac: ['--universal'],
  win: ['--x64', '--arm64'],
};

/** The processors that the app can be packaged for one by one, by Node's names. */
export const processorNames = ['x64', 'arm64'] as const;

/** One of them. */
export type Processor = (typeof processorNames)[number];

const systemArchiver = '/usr/bin/7za';

/** For the tar.gz: electron-builder's default, 9, takes five times as long for 1.5 % less. */
const archiveLevel = '5';

/** Packages the built app as electron-builder.yml says. */
export async function packageApp(order: PackageOrder): Promise<StepResult> {
  const work = await mkdtemp(join(tmpdir(), 'notafter-package-'));
  try {
    if (order.prepackaged === undefined) await makeCommandClient(order);
    const epoch = await sourceDate();
    const { code, output } = await run(
      process.execPath,
      [
        toolPath('electron-builder'),
        `--${order.system}`,
        ...order.targets,
        ...(order.processor === undefined ? processors[order.system] : [`--${order.processor}`]),
        ...(order.prepackaged === undefined ? [] : ['--prepackaged', order.prepackaged]),
        ...['--publish', 'never'],
        ...['--config', await writeConfiguration(order, epoch, work)],
      ],
      { env: { ...archiverEnvironment(order), ...(epoch !== null && { SOURCE_DATE_EPOCH: String(epoch) }) } },
    );
    return wholeResult(code === 0, output);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Compiles the client of commands for an app of this system and processor. Others are packaged without it. */
async function makeCommandClient({ system, processor = process.arch as Processor }: PackageOrder) {
  const isOwn = system === systemOf(process.platform) && processor === process.arch;
  const reason = isOwn ? await buildCommandClient() : await removeCommandClient();
  if (reason !== null && system !== 'win') say(`Without the native client of commands: ${reason}.`);
}

/** The folder of the unpacked app for Linux in the output folder of `packageApp`. */
export function unpackedFolder(output: string): string {
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}

/**
 * The time that all files in packages get, in seconds: the one of the commit, so that the same commit gives the same
 * packages (https://reproducible-builds.org/specs/source-date-epoch/). `null` outside of a clone.
 */
export async function sourceDate(): Promise<number | null> {
  const named = process.env['SOURCE_DATE_EPOCH'];
  if (named !== undefined && named !== '') return Number(named);
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']).catch(() => ({
    code: 1,
    output: '',
  }));
  return code === 0 ? Number(output) : null;
}

/** Writes what electron-builder.yml leaves open into a configuration that extends it. Returns the file. */
async function writeConfiguration(order: PackageOrder, epoch: number | null, work: string): Promise<string> {
  const { electron, output, label, compression, version } = order;
  const configuration = {
    extends: join(projectFolder, 'electron-builder.yml'),
    directories: { output },
    ...(electron && { electronDist: electron.folder, electronVersion: electron.version }),
    ...(label && { artifactName: `$\{productName}-$\{version}-${label}-$\{os}-$\{arch}.$\{ext}` }),
    ...(compression && { compression }),
    extraMetadata: {
      ...(version !== undefined && { version }),
      ...keyOverrides(process.env['NOTAFTER_UPDATE_FEED'], process.env['NOTAFTER_UPDATE_KEYS']),
    },
    ...feedOverrides(process.env['NOTAFTER_UPDATE_FEED']),
    ...publisherOverrides(process.env['NOTAFTER_PUBLISHER']),
    // It is in the folder already, and signed.
    ...(order.prepackaged !== undefined && { nsis: { packElevateHelper: false } }),
    ...(await linuxFormats(order, epoch, work)),
  };
  const file = join(work, 'configuration.json');
  await writeFile(file, JSON.stringify(configuration));
  return file;
}

/** What deb and rpm have beside the app. @param work a folder for these files */
async function linuxFormats(
  { targets, compression, version }: PackageOrder,
  epoch: number | null,
  work: string,
): Promise<Readonly<Record<string, unknown>>> {
  const facts = { ...(await linuxFacts(version, epoch)), compression };
  const formats = (['deb', 'rpm'] as const).filter((format) => targets.some((target) => target === format));
  const entries = formats.map(async (format) => {
    const fpm = await writeLinuxFiles(format, join(work, format), facts);
    return [format, { fpm, ...(compression === 'store' && { compression: fastFormats[format] }) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** What packages are told of the version; `undefined`: that of package.json. @param epoch in seconds; `null`: now */
export async function linuxFacts(version: string | undefined, epoch: number | null): Promise<LinuxFacts> {
  return {
    version: version ?? (await packageVersion()),
    date: (epoch === null ? new Date() : new Date(epoch * 1000)).toISOString().slice(0, 10),
  };
}

const fastFormats = { deb: 'gz', rpm: 'gzip' } as const;

const packageSchema = z.object({ version: z.string() });

async function packageVersion(): Promise<string> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  return packageSchema.parse(JSON.parse(text)).version;
}

function archiverEnvironment({ system, compression, fpm }: PackageOrder): NodeJS.ProcessEnv {
  return {
    ...(fpm !== undefined && { CUSTOM_FPM_PATH: fpm }),
    ...(existsSync(systemArchiver) && { ELECTRON_BUILDER_7ZIP_PATH: systemArchiver }),
    // This level would override `store`.
    ...(system === 'linux' &&
      compression === undefined && { ELECTRON_BUILDER_COMPRESSION_LEVEL: archiveLevel }),
    ...process.env,
  };
}

/**
 * The update feed of the packages, which electron-builder writes to a file in them: a folder on a web server, for
 * electron-updater's generic provider. Without an address it stays the project's own.
 * @param feed an https address; `none` for packages without a feed
 */
export function feedOverrides(feed: string | undefined): Readonly<Record<string, unknown>> {
  if (feed === undefined || feed === '') return {};
  if (feed === 'none') return { publish: null };
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') {
    throw new StopError('NOTAFTER_UPDATE_FEED must be an https address: the app uses no other.');
  }
  return { publish: { provider: 'generic', url: feed } };
}

/**
 * The keys of the packages, whose signatures of the update feed are accepted. Another feed is not signed by the project, so
 * it has the named keys or none.
 * @param feed as for `feedOverrides`
 * @param keys as `readUpdateKeys` reads them
 * @throws StopError if one is no Ed25519 key
 */
export function keyOverrides(
  feed: string | undefined,
  keys: string | undefined,
): Readonly<Record<string, unknown>> {
  if ((feed ?? '') === '' && (keys ?? '') === '') return {};
  try {
    readUpdateKeys(keys ?? '');
  } catch {
    throw new StopError(
      'NOTAFTER_UPDATE_KEYS must be Ed25519 public keys in Base64, as openssl pkey -pubout writes them between its first and last line.',
    );
  }
  return { updateKeys: keys ?? '' };
}

/**
 * Who will sign the packages for Windows, after they are made: installed apps take no other updates.
 * @param publisher the name in the certificate; without one a package compares no publisher
 */
export function publisherOverrides(publisher: string | undefined): Readonly<Record<string, unknown>> {
  if (publisher === undefined || publisher === '') return {};
  return { win: { signtoolOptions: { publisherName: publisher } } };
}

/** The systems that the app is packaged for, by electron-builder's names. */
export const systemNames = ['linux', 'mac', 'win'] as const;

/** One of them. */
export type TargetSystem = (typeof systemNames)[number];

/** The packages for each system. `dir` is only the unpacked app. */
const targetsOf = {
  linux: ['dir', 'tar.gz', 'AppImage', 'deb', 'rpm'],
  mac: ['dmg', 'zip'],
  win: ['nsis', 'dir'],
} as const satisfies Record<TargetSystem, readonly string[]>;

/** A kind of package. */
type PackageTarget = (typeof targetsOf)[TargetSystem][number];

const defaultTargets: Readonly<Record<TargetSystem, readonly PackageTarget[]>> = {
  linux: ['dir', 'tar.gz'],
  mac: ['dmg'],
  win: ['nsis'],
};

/**
 * The Electron in a folder that the user named, or `null` if none was named.
 * @param processor the only processor to package for, if one was named
 * @throws StopError if the folder holds no Electron for the packages' system, or if they are for several systems or
 * processors
 */
export function givenElectron(
  folder: string | undefined,
  processor: Processor | undefined,
  orders: readonly SystemTargets[],
): ElectronDistribution | null {
  if (folder === undefined) return null;
  const [order, ...others] = orders;
  const isForOne = order !== undefined && others.length === 0;
  if (!isForOne || (processor === undefined && processors[order.system].length > 1)) {
    throw new StopError('An Electron is for one system and processor: name them (--system, --processor).');
  }
  const distribution = readDistribution(folder, platforms[order.system]);
  if (distribution === undefined) {
    throw new StopError(`${folder} holds no Electron distribution for ${order.system}.`);
  }
  return distribution;
}

/**
 * The names in the output folder that have to go before packages are made: all but the packages of the same version for
 * other systems, and their files for the update feed.
 * @param names of files and folders there
 * @param systems that packages are made for
 */
export function formerPackages(
  names: readonly string[],
  version: string,
  systems: readonly TargetSystem[],
): readonly string[] {
  const kept = systemNames
    .filter((system) => !systems.includes(system))
    .flatMap((system) => {
      // The installer for several processors names none.
      const isOfSystem = new RegExp(`-${system}[-.]`, 'u');
      const packages = names.filter(
        (name) => name.startsWith(`NotAfter-${version}-`) && isOfSystem.test(name),
      );
      return packages.length === 0
        ? []
        : [...packages, ...names.filter((name) => feedFiles[system].test(name))];
    });
  return names.filter((name) => !kept.includes(name));
}

/** What the update feed reads, by electron-builder's names. */
const feedFiles: Readonly<Record<TargetSystem, RegExp>> = {
  // With the processor, unless it is x64.
  linux: /^latest-linux.*\.yml$/u,
  mac: /^latest-mac\.yml$/u,
  win: /^latest\.yml$/u,
};

const platforms = { linux: 'linux', mac: 'darwin', win: 'win32' } as const satisfies Record<
  TargetSystem,
  NodeJS.Platform
>;

/** The targets for one system. */
export type SystemTargets = { readonly system: TargetSystem; readonly targets: readonly PackageTarget[] };

/** The system of a Node platform, if the app is packaged for it. */
export function systemOf(platform: NodeJS.Platform): TargetSystem | undefined {
  return systemNames.find((system) => platforms[system] === platform);
}

/**
 * The named targets, by system; without words the default ones of the preferred system.
 * @param words each one target or several separated by commas
 * @param preferred the system whose target is meant if several systems have one of that name; `undefined` if the app is not
 * packaged for this computer
 * @throws StopError if a word is no target, or without words if there is no preferred system
 */
export function chooseTargets(
  words: readonly string[],
  preferred: TargetSystem | undefined,
): readonly SystemTargets[] {
  const wanted = words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  if (wanted.length === 0) {
    if (preferred === undefined) {
      throw new StopError(`There is no default package for this system. ${knownTargets()}`);
    }
    return [{ system: preferred, targets: defaultTargets[preferred] }];
  }
  const first = preferred === undefined ? [] : [preferred];
  const all = [...first, ...systemNames].flatMap((system) =>
    targetsOf[system].map((target) => ({ system, target })),
  );
  const chosen = new Set(
    wanted.map((word) => {
      const found = all.find(({ target }) => target.toLowerCase() === word.toLowerCase());
      if (found === undefined) {
        throw new StopError(`There is no package called ${word}. ${knownTargets()}`);
      }
      return found;
    }),
  );
  return systemNames
    .map((system) => ({
      system,
      targets: [...chosen].filter((each) => each.system === system).map(({ target }) => target),
    }))
    .filter(({ targets }) => targets.length > 0);
}

/** Divides the words for `chooseTargets` from `server`, which is no package of the app. */
export function takeServer(words: readonly string[]) {
  const all = words.flatMap((word) => word.split(','));
  const others = all.filter((word) => word.toLowerCase() !== 'server');
  return { hasServer: others.length < all.length, others };
}

function knownTargets(): string {
  const targets = new Set<string>(systemNames.flatMap((system) => targetsOf[system]));
  return `There are: ${[...targets, 'server'].join(', ')}.`;
}
