import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { EOL } from 'node:os';
import { join } from 'node:path';
import { type Logger, loggerOf, logLine } from './logger.ts';
import { isRegularFile, setFileMode } from './regularFile.ts';

/** The newest log file; older ones are `notafter.1.log` to `notafter.3.log`, the newest first. */
export const logFileName = 'notafter.log';

const MOST_BYTES = 1_048_576;

const MOST_OLD_FILES = 3;

/**
 * Writes one line of JSON per event to a file that only the user can read. Without a writable folder there is no log.
 * @param folder created if missing
 */
export function createFileLogger(folder: string, now: () => number): Logger {
  const file = join(folder, logFileName);
  keepPrivate(folder, file);
  // A pipe would hold the app until somebody reads it.
  if (!isUsable(file)) return loggerOf(() => undefined);
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return loggerOf((level, message, fields) => {
    const line = `${logLine(now(), level, message, fields)}${EOL}`;
    if (size >= MOST_BYTES) {
      putAside(folder);
      size = 0;
    }
    attempt(() => appendFileSync(file, line, { mode: 0o600 }));
    size += Buffer.byteLength(line);
  });
}

/** A file or folder that existed before may be readable by other users. */
function keepPrivate(folder: string, file: string): void {
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  attempt(() => setFileMode(file, 0o600));
}

function isUsable(file: string): boolean {
  try {
    return isRegularFile(file) !== false;
  } catch {
    return false;
  }
}

function putAside(folder: string): void {
  const name = (age: number) => join(folder, age === 0 ? logFileName : `notafter.${age}.log`);
  for (let age = MOST_OLD_FILES; age > 0; age -= 1) attempt(() => renameSync(name(age - 1), name(age)));
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // Missing, or not ours to change.
  }
}
