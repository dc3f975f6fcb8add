import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { StopError, say } from '../lib/terminal.ts';

const release = 'trixie';

/** Wine 8 of Debian 12 runs neither Node 24 nor Electron: V8 gets no memory. Without Wine's fonts Chromium opens no window. */
const wineVersion = '10.0~repack-6';

const packages = [
  ...['wine', 'wine64', 'fonts-wine'].map((name) => `${name}=${wineVersion}`),
  ...['fonts-liberation', 'fonts-dejavu-core', 'ca-certificates', 'procps'],
];

/**
 * The folder with a Debian system that has Wine for 64-bit programs; made in the cache folder if needed, 1.4 GB. Debian's
 * signatures protect the packages. By root only.
 * @throws StopError with the output of mmdebstrap
 */
export async function wineRoot(): Promise<string> {
  const cache = cacheFolder(process.env);
  const target = join(cache, `wine-${wineVersion}`);
  if (existsSync(target)) return withHosts(target);
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
  return withHosts(target);
}

/** A bare Debian has no such file. @returns the folder */
async function withHosts(folder: string): Promise<string> {
  await writeFile(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  return folder;
}
