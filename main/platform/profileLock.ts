import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRegularFile } from './regularFile.ts';

/** The file of the lock, in the folder of the data. It stays, and is empty. */
const LOCK_FILE = 'lock';

/**
 * The right to use a profile, which one process has at a time: the app, a command, or a program without a window. It is
 * SQLite's lock of an empty file, so that the system takes it back when the process ends in any way. The database has such
 * a lock too, but taking that one changes files, and it cannot be waited for.
 */
export class ProfileLock {
  readonly #file: string;
  #held: DatabaseSync | null = null;

  /** @param userData the folder of the data */
  constructor(userData: string) {
    this.#file = join(userData, LOCK_FILE);
  }

  /** Takes the lock, unless another process has it or the file cannot be opened. @returns whether this process has it */
  take(): boolean {
    if (this.#held !== null) return true;
    let connection: DatabaseSync | null = null;
    try {
      if (isRegularFile(this.#file) === false) return false;
      // SQLite would create one that others can read.
      closeSync(openSync(this.#file, 'a', 0o600));
      connection = new DatabaseSync(this.#file, { timeout: 0 });
      connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      this.#held = connection;
      return true;
    } catch {
      connection?.close();
      return false;
    }
  }

  /** Gives it to others. */
  release(): void {
    this.#held?.close();
    this.#held = null;
  }
}
