import { closeSync, fchmodSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the process that holds the database listens for commands. */
const addressSchema = z.object({
  /** A Unix socket, or a named pipe of Windows. */
  path: z.string().min(1).max(1000),
  /** Whoever can read this file may give commands. */
  key: z.string().min(32).max(100),
});
export type CommandAddress = z.infer<typeof addressSchema>;

const FILE = 'command-address.json';

/** Writes where commands are taken, for the person's own processes alone (0600). Throws what the system refuses. */
export function writeAddress(userData: string, address: CommandAddress): void {
  const temporary = join(userData, `${FILE}.tmp`);
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeSync(file, JSON.stringify(address));
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(userData, FILE));
}

/** `null`: nobody has listened since the app was installed, or the file cannot be read. */
export function readAddress(userData: string): CommandAddress | null {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(join(userData, FILE), 'utf8')));
  } catch {
    return null;
  }
}

/** Nobody listens any more. */
export function removeAddress(userData: string): void {
  rmSync(join(userData, FILE), { force: true });
}
