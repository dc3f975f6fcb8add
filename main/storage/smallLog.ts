import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#main/platform/time.ts';
import { asStorageError, StorageError } from './storageError.ts';

/** Writes closer together belong to one burst, such as a sync: its writes are at most 200 ms apart while answers come. */
const PAUSE_MS = 500;

/** A smaller log is not worth the two syncs. */
const SMALL_BYTES = 1024 * 1024;

/**
 * Keeps the write-ahead log of a file that is written now and then no larger than the file, or 1 MB. SQLite reuses a log,
 * but never makes it smaller. A burst of writes is not interrupted: the first write after it pays, with the 20 ms or more
 * of two syncs.
 * @param path of the database file
 * @returns what to call before each transaction
 */
export function keepLogSmall(
  connection: DatabaseSync,
  path: string,
  clock: Pick<Clock, 'monotonic'>,
): () => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    const isAfterPause = now - writtenAt >= PAUSE_MS;
    writtenAt = now;
    if (!isAfterPause || sizeOf(`${path}-wal`) <= Math.max(SMALL_BYTES, sizeOf(path))) return;
    try {
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // On a full disk there may be room in the log, but not in the file: the write itself finds out.
      if (!(asStorageError(error) instanceof StorageError)) throw error;
    }
  };
}

/** A file that is missing or that the system says nothing of counts as empty. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
