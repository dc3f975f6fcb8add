import type { AppError } from '#shared/errors.ts';

export type StorageAppError = Extract<AppError, { kind: 'storage' }>;

/** SQLite's result codes that are about the file and not about our SQL (sqlite.org/rescode.html). */
const reasons: Readonly<Record<number, StorageAppError['reason']>> = {
  // SQLITE_BUSY and SQLITE_LOCKED.
  5: 'locked',
  6: 'locked',
  // SQLITE_READONLY.
  8: 'readOnly',
  // SQLITE_IOERR and SQLITE_CANTOPEN.
  10: 'other',
  14: 'other',
  // SQLITE_CORRUPT and SQLITE_NOTADB.
  11: 'damaged',
  26: 'damaged',
  // SQLITE_FULL.
  13: 'full',
};

/** Thrown when the database file cannot be read or written: disk full, read-only, locked, damaged. Never for a bug. */
export class StorageError extends Error {
  readonly appError: StorageAppError;

  constructor(appError: StorageAppError, cause: unknown) {
    super(`storage: ${appError.reason}`, { cause });
    this.name = 'StorageError';
    this.appError = appError;
  }
}

interface SqliteError extends Error {
  readonly errcode: number;
  readonly errstr: string;
}

/** SQLite's primary result code, or `null` for another error. */
export function sqliteCode(error: unknown): number | null {
  return isSqliteError(error) ? error.errcode & 0xff : null;
}

/** Turns an error of SQLite about the file into a `StorageError`; returns other errors unchanged. */
export function asStorageError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const reason = reasons[error.errcode & 0xff];
  if (reason === undefined) return error;
  return new StorageError({ kind: 'storage', reason, detail: error.errstr }, error);
}

function isSqliteError(error: unknown): error is SqliteError {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    'errstr' in error &&
    typeof error.errstr === 'string'
  );
}
