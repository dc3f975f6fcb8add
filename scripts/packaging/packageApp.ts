import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readUpdateKeys } from '#main/settings/update/signedRelease.ts';
import type { ElectronDistribution } from '../lib/electronDownload.ts';
import { projectFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { type StepResult, wholeResult } from '../lib/steps.ts';
import { StopError, say } from '../lib/terminal.ts';
import { toolPath } from '../lib/tools.ts';
import { makeArchive } from './archive.ts';
import { buildCommandClient } from './commandClient.ts';
import { packageMaker } from './fpmOrder.ts';
import { type LinuxFacts, writeLinuxFiles } from './linuxFiles.ts';
import { type Processor, processors, type SystemTargets, systemOf } from './packageTargets.ts';

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
  /** Replaces the version of package.json. */
  readonly version?: string;
};

const systemArchiver = '/usr/bin/7za';

/** Packages the built app as electron-builder.yml says. The tar.gz for Linux is made of the unpacked app afterwards. */
export async function packageApp(order: PackageOrder): Promise<StepResult> {
  const work = await mkdtemp(join(tmpdir(), 'notafter-package-'));
  try {
    if (order.prepackaged === undefined) await makeCommandClient(order);
    const epoch = await sourceDate();
    const builderTargets = order.targets.filter((target) => target !== 'tar.gz');
    const { code, output } = await run(
      process.execPath,
      [
        toolPath('electron-builder'),
        `--${order.system}`,
        ...(builderTargets.length === 0 ? ['dir'] : builderTargets),
        ...(order.processor === undefined ? processors[order.system] : [`--${order.processor}`]),
        ...(order.prepackaged === undefined ? [] : ['--prepackaged', order.prepackaged]),
        ...['--publish', 'never'],
        ...['--config', await writeConfiguration(order, epoch, work)],
      ],
      { env: { ...toolEnvironment(), ...(epoch !== null && { SOURCE_DATE_EPOCH: String(epoch) }) } },
    );
    if (code === 0 && builderTargets.length < order.targets.length) await archiveApp(order, epoch);
    return wholeResult(code === 0, output);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Compiles the client of commands for an app of this system and processor. Others are packaged without it. */
async function makeCommandClient({ system, processor = process.arch as Processor }: PackageOrder) {
  const isOwn = system === systemOf(process.platform) && processor === process.arch;
  const reason = isOwn ? await buildCommandClient() : 'it is compiled for this system and processor only';
  if (reason !== null && system !== 'win') say(`Without the native client of commands: ${reason}.`);
}

/**
 * Makes the tar.gz. deb and rpm were made of the same folder, and have more in it: which of them the app was installed from,
 * and AppArmor's profile for its place.
 */
async function archiveApp(order: PackageOrder, epoch: number | null): Promise<void> {
  const { output, label, compression, prepackaged, version } = order;
  const processor = order.processor ?? process.arch;
  const name = ['NotAfter', version ?? (await packageVersion()), label, 'linux', processor];
  const top = name.filter((part) => part !== undefined).join('-');
  await makeArchive(prepackaged ?? unpackedFolder(output, processor), join(output, `${top}.tar.gz`), {
    top,
    epoch: epoch ?? Math.floor(Date.now() / 1000),
    level: compression === 'store' ? 1 : 6,
    without: ['resources/package-type', 'resources/apparmor-profile'],
  });
}

/**
 * The folder of the unpacked app for Linux in the output folder of `packageApp`.
 * @param processor by Node's name; default: this computer's
 */
export function unpackedFolder(output: string, processor: string = process.arch): string {
  return join(output, processor === 'x64' ? 'linux-unpacked' : `linux-${processor}-unpacked`);
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

function toolEnvironment(): NodeJS.ProcessEnv {
  return {
    ...(existsSync(systemArchiver) && { ELECTRON_BUILDER_7ZIP_PATH: systemArchiver }),
    ...process.env,
    CUSTOM_FPM_PATH: packageMaker,
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
