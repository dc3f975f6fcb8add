import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export const MEGABYTE = 1024 * 1024;

/** Bytes of files and of everything in folders. */
export async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const stats = await lstat(path);
      if (!stats.isDirectory()) return stats.size;
      return sizeOf((await readdir(path)).map((entry) => join(path, entry)));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
