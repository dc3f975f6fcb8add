import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** SQLite's files beside a database may contain its latest writes, so they are moved too. */
export const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Renames an unusable database with SQLite's files to `<path>.<reason>-<timestamp>`, so that the user can start with a new
 * one. A `newer` one can be used again by the version that wrote it. Overwrites and deletes nothing, and needs no disk space.
 * @returns the new path, or the system's error code
 */
export function setAside(
  path: string,
  reason: 'damaged' | 'newer',
  clock: Clock = systemClock,
): Result<{ readonly kept: string }, { readonly code: string }> {
  const kept = freeName(`${path}.${reason}-${timestamp(clock.now())}`);
  try {
    // The database last: after an interruption, a new database must not find the WAL of the old one.
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

/** Makes renames in a folder durable. Windows cannot open folders, and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A time (Unix ms) for file names: `20250131T235959Z`. */
export function timestamp(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/gu, '');
}

/** The first of `base`, `base-2`, `base-3`, ... that no file has, alone or with SQLite's suffixes. */
export function freeName(base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!['', ...COMPANIONS].some((suffix) => existsSync(name + suffix))) return name;
  }
}
