import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { freeName, timestamp } from './keptCopies.ts';

/** What SQLite keeps beside a database may hold its latest writes, so it is kept too. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Moves a database that cannot be used out of the way, so that a new one can be started by the person's choice:
 * to `<path>.damaged-<timestamp>` beside it, with what SQLite keeps beside it. Overwrites nothing, deletes nothing,
 * needs no room on the disk.
 * @returns the path of the kept file, or the system's code of what failed
 */
export function setAside(
  path: string,
  clock: Clock = systemClock,
): Result<{ readonly kept: string }, { readonly code: string }> {
  const kept = freeName(`${path}.damaged-${timestamp(clock.now())}`);
  try {
    // The database last: were it gone first and this interrupted, a new database would find a WAL that is not its own.
    for (const suffix of [...COMPANIONS, '']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
    }
    syncFolder(dirname(path));
    return ok({ kept });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return err({ code: String(error.code) });
    throw error;
  }
}

/** Makes renames durable. Windows opens no folders, and needs none of this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
