import { chmod, cp, lstat, lutimes, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The files of a package as they are to be installed. */
export type StagedFiles = {
  readonly folder: string;
  /** Absolute paths on the target, sorted, with the size in bytes. */
  readonly entries: readonly StagedEntry[];
};

export type StagedEntry = {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder';
  readonly size: number;
};

/**
 * Copies files to where they are to be installed. The modes do not depend on this computer's umask, and with
 * SOURCE_DATE_EPOCH the times do not depend on the clock.
 * @param sources see `FpmOrder`
 */
export async function stageFiles(
  folder: string,
  sources: readonly { readonly from: string; readonly to: string }[],
): Promise<StagedFiles> {
  for (const { from, to } of sources) {
    const target = join(folder, to);
    await mkdir(dirname(target), { recursive: true });
    await cp(from, target, { recursive: true, verbatimSymlinks: true });
  }
  return { folder, entries: await settle(folder, '') };
}

/** Sets modes and times below a folder, and lists it. */
async function settle(folder: string, path: string): Promise<readonly StagedEntry[]> {
  const file = join(folder, path);
  const found = await lstat(file);
  const kind = found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'file';
  const names = kind === 'folder' ? (await readdir(file)).sort() : [];
  const below: StagedEntry[] = [];
  for (const name of names) below.push(...(await settle(folder, `${path}/${name}`)));
  const isProgram = kind === 'folder' || (found.mode & 0o100) !== 0;
  if (kind !== 'link') await chmod(file, isProgram ? 0o755 : 0o644);
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  if (epoch !== undefined) await lutimes(file, Number(epoch), Number(epoch));
  return path === '' ? below : [{ path, kind, size: found.size }, ...below];
}
