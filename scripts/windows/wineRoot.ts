import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../lib/paths.ts';
import { run, runOrThrow } from '../lib/processes.ts';
import { StopError, say } from '../lib/terminal.ts';

const release = 'trixie';

/** Wine 8 of Debian 12 runs neither Node 24 nor Electron: V8 gets no memory. Without Wine's fonts Chromium opens no window. */
const wineVersion = '10.0~repack-6';

const packages = [
  ...['wine', 'wine64', 'fonts-wine'].map((name) => `${name}=${wineVersion}`),
  ...['fonts-liberation', 'fonts-dejavu-core', 'ca-certificates', 'procps'],
];

/** Wine's libraries for 32-bit programs of Windows are in the package for another processor, which nothing else is needed of. */
const libraries32 = {
  file: `libwine_${wineVersion}_i386.deb`,
  sha256: 'fef4802a6553a17eaa40003333a86fc697440d1d21c5824f2dbd1c444f01527b',
};

/**
 * The folder with a Debian system that has Wine for programs of 64 and 32 bits; made in the cache folder if needed, 2 GB.
 * Debian's signatures, and for the 32 bits a hash, protect the packages. By root only.
 * @throws StopError with the output of what failed
 */
export async function wineRoot(): Promise<string> {
  const cache = cacheFolder(process.env);
  const target = join(cache, `wine-${wineVersion}`);
  if (existsSync(target)) return complete(target);
  say(`Making a Debian ${release} with Wine ${wineVersion} in ${target}, about 2 min ...`);
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'wine-'));
  const folder = join(staging, 'root');
  try {
    const { code, output } = await run('mmdebstrap', [
      ...['--mode=root', '--variant=minbase', '--aptopt=APT::Install-Recommends "false"'],
      ...[`--include=${packages.join(',')}`, release, folder],
    ]);
    if (code !== 0) throw new StopError(`Wine could not be installed. Output of mmdebstrap:\n${output}`);
    await rename(folder, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return complete(target);
}

/** Adds what is missing: a list of hosts, which a bare Debian has not, and the libraries for 32 bits. @returns the folder */
async function complete(folder: string): Promise<string> {
  await addLibraries32(folder);
  await writeFile(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  return folder;
}

const lastLibrary = 'kernel32.dll';

/**
 * 64-bit Wine runs 32-bit programs, such as installers, without any 32-bit program of Linux, if it has these libraries (its
 * "new WoW64"). So one package is enough, and no second processor has to be set up for apt.
 */
async function addLibraries32(folder: string): Promise<void> {
  const target = join(folder, 'usr', 'lib', 'x86_64-linux-gnu', 'wine', 'i386-windows');
  if (existsSync(join(target, lastLibrary))) return;
  say('Adding the libraries for 32-bit programs to Wine (105 MB) ...');
  const staging = await mkdtemp(join(cacheFolder(process.env), 'wine-'));
  const file = join(staging, libraries32.file);
  try {
    await runOrThrow('/usr/lib/apt/apt-helper', [
      ...['download-file', `${await mirrorOf(folder)}/pool/main/w/wine/${libraries32.file}`],
      ...[file, `SHA256:${libraries32.sha256}`],
    ]);
    await runOrThrow('dpkg-deb', ['--extract', file, staging]);
    const libraries = join(staging, 'usr', 'lib', 'i386-linux-gnu', 'wine', 'i386-windows');
    // Another library is there already. The file that says that all are there comes last.
    const names = (await readdir(libraries)).filter((name) => name !== lastLibrary);
    for (const name of [...names, lastLibrary]) await rename(join(libraries, name), join(target, name));
  } catch (error) {
    throw new StopError(`Wine's libraries for 32 bits could not be added. ${error}`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The mirror that the system was made from. */
async function mirrorOf(folder: string): Promise<string> {
  const sources = await readFile(join(folder, 'etc', 'apt', 'sources.list'), 'utf8');
  const [, mirror] = /^deb (?:\[.*\] )?(\S+?)\/? \S+ main$/mu.exec(sources) ?? [];
  if (mirror === undefined) throw new Error(`${folder} names no mirror.`);
  return mirror;
}
