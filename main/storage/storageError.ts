import type { AppError } from '#shared/errors.ts';

/** The part of SQLite's result codes that says something about the disk and not about our SQL (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

export type StorageAppError = Extract<AppError, { kind: 'storage' }>;

/** Thrown when the database file cannot be read or written: disk full, read-only, locked, damaged. Never for a bug. */
export class StorageError extends Error {
  readonly appError: StorageAppError;

  constructor(appError: StorageAppError, cause: unknown) {
    super(`storage: ${appError.reason}`, { cause });
    this.name = 'StorageError';
    this.appError = appError;
  }
}

/** What node:sqlite throws. */
interface SqliteError extends Error {
  readonly errcode: number;
  readonly errstr: string;
}

/** SQLite's primary result code of an error, or `null` when the error is not SQLite's. */
export function sqliteCode(error: unknown): number | null {
  return isSqliteError(error) ? error.errcode & 0xff : null;
}

/** Turns an error of SQLite about the file into a `StorageError`; gives every other error back as it is. */
export function asStorageError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const reason = reasonOf(error.errcode & 0xff);
  if (reason === null) return error;
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

function reasonOf(code: number): StorageAppError['reason'] | null {
  switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return 'locked';
    case SQLITE_READONLY:
      return 'readOnly';
    case SQLITE_FULL:
      return 'full';
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged';
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return 'other';
    default:
      return null;
  }
}
