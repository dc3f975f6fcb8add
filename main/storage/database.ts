import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Disposable } from '#main/platform/disposable.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { asStorageError, type StorageAppError, StorageError } from './storageError.ts';

/** The row of a `Value`: some `Columns` have another type in the database, such as JSON or 0 and 1. */
export type RowOf<Value, Columns> = Omit<Value, keyof Columns> & Columns;

/**
 * A prepared statement that gives rows. `Row` describes the columns that the schema guarantees; what a column of JSON
 * contains is not checked, and an integer that is not safe is `NaN`: `rows.ts` and `rowSchemas.ts` do that. Throws
 * `StorageError` when the file cannot be read.
 */
export class Query<Row> {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  all(...values: readonly SQLInputValue[]): Row[] {
    return this.#read(() => this.#statement.all(...values)) as unknown as Row[];
  }

  /** The first row, if there is one. */
  get(...values: readonly SQLInputValue[]): Row | undefined {
    return this.#read(() => this.#statement.get(...values)) as unknown as Row | undefined;
  }

  /** The row of a statement that always has one. Throws when it has none: a bug, or a damaged file. */
  one(...values: readonly SQLInputValue[]): Row {
    const row = this.get(...values);
    if (row === undefined) throw new Error('no row');
    return row;
  }

  /** One integer that is not safe would otherwise lose all rows. Bigints are read only then: they take twice as long. */
  #read(read: () => unknown): unknown {
    return inStorage(() => {
      try {
        return read();
      } catch (error) {
        if (!isOutOfRange(error)) throw error;
        this.#statement.setReadBigInts(true);
        try {
          return withoutBigInts(read());
        } finally {
          this.#statement.setReadBigInts(false);
        }
      }
    });
  }
}

function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Rows, or one of them, with numbers. */
function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : Number.NaN;
  }
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, column]) => [name, withoutBigInts(column)]));
}

/** A prepared statement that writes. */
export class Statement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  /**
   * Times and counts are whole. SQLite refuses a fraction only in some columns, and takes `NaN` for NULL: both are bugs,
   * and thrown. Returns the number of rows that it changed.
   */
  run(...values: readonly SQLInputValue[]): number {
    for (const value of values)
      if (typeof value === 'number' && !Number.isSafeInteger(value))
        throw new RangeError('a number for the database is not whole');
    return Number(this.#statement.run(...values).changes);
  }
}

/** The open database file. Only the repositories in this folder contain SQL. */
export class Database implements Disposable {
  readonly #connection: DatabaseSync;
  readonly #beforeWrite: () => void;
  #isAbandoned = false;

  /** @param beforeWrite called before each transaction */
  constructor(connection: DatabaseSync, beforeWrite: () => void = () => undefined) {
    this.#connection = connection;
    this.#beforeWrite = beforeWrite;
  }

  /** Prepares a statement that writes, to be kept and used again. */
  prepare(sql: string): Statement {
    return new Statement(this.#connection.prepare(sql));
  }

  /** Prepares a statement that gives rows, to be kept and used again. */
  query<Row>(sql: string): Query<Row> {
    return new Query(this.#connection.prepare(sql));
  }

  /** As `query`, with an array of columns for each row. */
  queryArrays<Row extends readonly unknown[]>(sql: string): Query<Row> {
    const statement = this.#connection.prepare(sql);
    statement.setReturnArrays(true);
    return new Query(statement);
  }

  /**
   * Runs writes in one transaction: all of them or none, and on disk when this returns.
   * Throws `StorageError` when the file cannot be written.
   */
  write(work: () => void): void {
    // Part of `writeTogether`, which ends the transaction.
    if (this.#connection.isTransaction) {
      work();
      return;
    }
    try {
      this.#beforeWrite();
      this.#connection.exec('BEGIN IMMEDIATE');
      work();
      this.#connection.exec('COMMIT');
    } catch (error) {
      // SQLite itself rolls back after some errors (disk full); a second rollback would fail.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw asStorageError(error);
    }
  }

  /** Runs work outside of a transaction, with `StorageError` as a value. */
  tryRead<T>(work: () => T): Result<T, StorageAppError> {
    try {
      return ok(inStorage(work));
    } catch (error) {
      if (error instanceof StorageError) return err(error.appError);
      throw error;
    }
  }

  /** Like `write`, with `StorageError` as a value. */
  tryWrite(work: () => void): Result<null, StorageAppError> {
    return this.tryRead(() => {
      this.write(work);
      return null;
    });
  }

  /** Like `tryWrite`, once per item in the same transaction. */
  tryWriteEach<Item>(items: readonly Item[], work: (item: Item) => void): Result<null, StorageAppError> {
    return this.tryWrite(() => {
      for (const item of items) work(item);
    });
  }

  /** Runs writes of several repositories in one transaction. If one fails, none is stored. Error: `storage`. */
  writeTogether(writes: readonly (() => Result<null>)[]): Result<null> {
    return this.tryWriteEach(writes, (write) => {
      const written = write();
      if (written.ok) return;
      if (written.error.kind !== 'storage') throw new Error('not an error of a write');
      throw new StorageError(written.error, null);
    });
  }

  /** Frees the memory of cached pages, up to 2 MB. They are read again when they are needed. */
  releaseMemory(): void {
    if (this.#connection.isOpen) this.#connection.exec('PRAGMA shrink_memory');
  }

  /** Leaves the file open until this process ends, as a crash does: it is then checked when it is opened. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  dispose(): void {
    if (this.#isAbandoned) return;
    if (this.#connection.isOpen) this.#connection.close();
  }
}

function inStorage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error);
  }
}
