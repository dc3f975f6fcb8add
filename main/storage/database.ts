import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Disposable } from '#main/platform/disposable.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { asStorageError, type StorageAppError, StorageError } from './storageError.ts';

/** The open database file. Only the repositories of this folder speak SQL. */
export class Database implements Disposable {
  readonly #connection: DatabaseSync;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /** Prepares a statement, to be kept and used again. */
  prepare(sql: string): StatementSync {
    return this.#connection.prepare(sql);
  }

  /** Runs reads. Throws `StorageError` when the file cannot be read. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /**
   * Runs writes as one transaction: all of them or none, and on disk when this returns.
   * Throws `StorageError` when the file cannot be written.
   */
  write<T>(work: () => T): T {
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      const value = work();
      this.#connection.exec('COMMIT');
      return value;
    } catch (error) {
      // SQLite itself rolls back after some errors (disk full), and then there is nothing left to roll back.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw asStorageError(error);
    }
  }

  /** As `read`, with a file that cannot be read as a value. */
  tryRead<T>(work: () => T): Result<T, StorageAppError> {
    return asResult(() => this.read(work));
  }

  /** As `write`, with a file that cannot be written as a value. */
  tryWrite<T>(work: () => T): Result<T, StorageAppError> {
    return asResult(() => this.write(work));
  }

  dispose(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}

function asResult<T>(work: () => T): Result<T, StorageAppError> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof StorageError) return err(error.appError);
    throw error;
  }
}
