import type { AppError } from '#shared/errors.ts';

/** SQLite's result codes that are about the file and not about our SQL (sqlite.org/rescode.html). */
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

/** The errors of node:sqlite. */
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
