import { constants, promises } from 'node:fs';

// Not defined on Windows, where modes mean nothing.
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

/**
 * Takes from a file the permissions that it was not written with. Never through a link.
 * @throws system errors
 */
export async function tightenFile(path: string, mode: number): Promise<void> {
  const handle = await promises.open(path, constants.O_RDONLY | noFollow | nonBlocking);
  try {
    const stats = await handle.stat();
    if (stats.isFile()) await handle.chmod(stats.mode & mode & 0o7777);
  } finally {
    await handle.close();
  }
}
