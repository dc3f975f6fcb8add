import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileReasonOf, systemCode } from '#main/platform/errors.ts';
import { isRegularFile, setFileMode } from '#main/platform/regularFile.ts';
import { type Clock, systemClock } from '#main/platform/time.ts';
import type { FileReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { Database } from './database.ts';
import { APPLICATION_ID, type Migration, migrations } from './migrations.ts';
import { COMPANIONS, freeName, syncFolder, timestamp } from './setAside.ts';
import { keepLogSmall } from './smallLog.ts';
import { asStorageError, StorageError, sqliteCode } from './storageError.ts';

/** Why the database cannot be used. The file is unchanged. */
export type DatabaseProblem =
  /** Written by a newer version of the app. */
  | { readonly kind: 'newer'; readonly version: number; readonly supported: number }
  /** Another program wrote it. */
  | { readonly kind: 'foreign'; readonly file: string }
  /** Also a file without content, or only the log of a file that is gone: the app leaves neither, so there was more. */
  | { readonly kind: 'damaged'; readonly detail: string }
  /** A folder, pipe or device in its place, or in that of a file of SQLite beside it. */
  | { readonly kind: 'notAFile'; readonly file: string }
  /** A link to a file that is not there, such as one on a disk that is not mounted. `target` is what the link says. */
  | { readonly kind: 'brokenLink'; readonly file: string; readonly target: string }
  /** Another process holds it. */
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'cannotOpen';
      readonly reason: 'permission' | 'full' | 'readOnly' | 'other';
      readonly code: string;
    };

export interface OpenOptions {
  readonly clock?: Clock;
  /** All migrations, from an empty file to the current schema. */
  readonly steps?: readonly Migration[];
}

/**
 * A check reads the whole file: tens of milliseconds for two thousand orders. A larger file is checked only after a crash;
 * other damage is found when it is read.
 */
const ALWAYS_CHECKED_BYTES = 8 * 1024 * 1024;

/**
 * Pages of log before they are copied into the file, which syncs the disk twice and takes 20 ms or more. A first sync of
 * 2,000 orders fits in. The log is synced with every write, and copied when the database is closed, and after a burst of
 * writes when it is larger than the file (`smallLog.ts`).
 */
const CHECKPOINT_PAGES = 8000;

/** Wait for a process that is just ending and still has the file open. */
const BUSY_TIMEOUT_MS = 1000;

/**
 * Opens the database file at `path`, creates it (0600) if missing, checks it and migrates it to the current schema. An
 * older file is first copied to `<path>.v<version>-<timestamp>`. The file is locked exclusively until the database is
 * disposed, because the state in memory follows from it. A new file gets its name when it is complete.
 */
export function openDatabase(path: string, options: OpenOptions = {}): Result<Database, DatabaseProblem> {
  const { clock = systemClock, steps = migrations } = options;
  let connection: DatabaseSync | null = null;
  try {
    const found = problemOfFiles(path);
    if (found !== null) return err(found);
    if (!existsSync(path)) createFile(path, steps);
    closeSync(openSync(path, 'a'));
    setFileMode(path, 0o600);
    // SQLite has its log beside the file that a link leads to.
    const file = realpathSync(path);
    // A process that ended normally leaves no log.
    const isChecked = existsSync(`${file}-wal`) || statSync(path).size <= ALWAYS_CHECKED_BYTES;
    connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    const problem = prepareFile(connection, path, isChecked, clock, steps);
    if (problem === null) return ok(new Database(connection, keepLogSmall(connection, file, clock)));
    connection.close();
    return err(problem);
  } catch (error) {
    connection?.close();
    return err(problemOf(error));
  }
}

/** What is wrong with the files before SQLite opens them: it would wait for a pipe, and delete the log of an empty file. */
function problemOfFiles(path: string): DatabaseProblem | null {
  for (const suffix of ['', ...COMPANIONS])
    if (isRegularFile(path + suffix) === false) return { kind: 'notAFile', file: path + suffix };
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size;
  if (sizeOf(path) === 0) return { kind: 'damaged', detail: 'empty file' };
  const link = brokenLinkAt(path);
  if (link !== null) return link;
  const log = sizeOf(`${path}-wal`) ?? 0;
  return !existsSync(path) && log > 0 ? { kind: 'damaged', detail: 'missing file' } : null;
}

/** A new file would take the place of the link, and what the link leads to would be forgotten. */
function brokenLinkAt(path: string): DatabaseProblem | null {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && !existsSync(path) ? { kind: 'brokenLink', file: path, target: readlinkSync(path) } : null;
}

/** Creates the database under another name, so that a file without tables is never one that the app was still creating. */
function createFile(path: string, steps: readonly Migration[]): void {
  const fresh = `${path}.new`;
  for (const suffix of ['', ...COMPANIONS]) rmSync(fresh + suffix, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600));
  const connection = new DatabaseSync(fresh);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    for (const [index, step] of steps.entries()) migrate(connection, step, index + 1);
  } finally {
    connection.close();
  }
  syncFile(fresh);
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function prepareFile(
  connection: DatabaseSync,
  path: string,
  isChecked: boolean,
  clock: Clock,
  steps: readonly Migration[],
): DatabaseProblem | null {
  // Exclusive before the first read: WAL then needs no shared memory file, and a second process is refused at once.
  connection.exec('PRAGMA locking_mode = EXCLUSIVE');
  const version = Number(textOf(connection, 'PRAGMA user_version'));
  if (version === 0) return { kind: 'damaged', detail: 'no version' };
  const id = Number(textOf(connection, 'PRAGMA application_id'));
  // Every version that knows more steps than this one writes its id.
  if (id !== APPLICATION_ID && (id !== 0 || version > steps.length)) return { kind: 'foreign', file: path };
  if (version > steps.length) return { kind: 'newer', version, supported: steps.length };
  const check = isChecked ? textOf(connection, 'PRAGMA quick_check(1)') : 'ok';
  if (check !== 'ok') return { kind: 'damaged', detail: check.slice(0, 200) };
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  // Overwrites deleted data: sealed keys must not stay in free pages. Costs 2 % per update; deleting 2,000 orders at once
  // takes 100 ms instead of 10.
  connection.exec('PRAGMA secure_delete = ON');
  connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  if (version < steps.length) keepCopy(connection, path, version, clock);
  for (const [index, step] of steps.entries()) {
    if (index >= version) migrate(connection, step, index + 1);
  }
  return null;
}

/** Writes a consistent copy, WAL included, and syncs it before anything is changed. */
function keepCopy(connection: DatabaseSync, path: string, version: number, clock: Clock): void {
  const target = freeName(`${path}.v${version}-${timestamp(clock.now())}`);
  // SQLite keeps the mode of an existing empty file; it would create one that others can read.
  closeSync(openSync(target, 'wx', 0o600));
  connection.prepare('VACUUM INTO ?').run(target);
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.v`)) removeKeys(join(dirname(path), name));
  }
  syncFile(target);
}

/**
 * Removes the delivered private keys from a copy: it stays for years, and they are kept for days. A copy that cannot be
 * written, or that is from before there were any, stays as it is.
 */
function removeKeys(copy: string): void {
  if (isRegularFile(copy) !== true) return;
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(copy);
    connection.exec(`PRAGMA secure_delete = ON;
      BEGIN;
      DELETE FROM delivery_keys;
      UPDATE deliveries SET key_state = 'gone' WHERE key_state = 'vault';
      COMMIT`);
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
  } finally {
    connection?.close();
  }
}

function migrate(connection: DatabaseSync, step: Migration, version: number): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(step);
    connection.exec(`PRAGMA user_version = ${version}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** The first column of the first row as text. */
function textOf(connection: DatabaseSync, sql: string): string {
  return String(Object.values(connection.prepare(sql).get() ?? {})[0]);
}

type Unopened = Extract<DatabaseProblem, { kind: 'cannotOpen' }>['reason'];

const unopened: Readonly<Partial<Record<FileReason, Unopened>>> = {
  permission: 'permission',
  noSpace: 'full',
  readOnly: 'readOnly',
};

function problemOf(error: unknown): DatabaseProblem {
  const problem = fileProblemOf(error);
  if (problem !== null) return problem;
  const code = systemCode(error);
  if (code === null) throw error;
  return { kind: 'cannotOpen', reason: unopened[fileReasonOf(code)] ?? 'other', code };
}

/** What SQLite reports about the file; `null` when the error is not about it. */
export function fileProblemOf(error: unknown): DatabaseProblem | null {
  const storage = asStorageError(error);
  if (!(storage instanceof StorageError)) return null;
  const { reason, detail } = storage.appError;
  if (reason === 'locked') return { kind: 'locked' };
  if (reason === 'damaged') return { kind: 'damaged', detail };
  const code = sqliteCode(error);
  return { kind: 'cannotOpen', reason, code: code === null ? detail : `SQLITE_${code}` };
}
