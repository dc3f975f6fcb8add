import {
  chmodSync,
  closeSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '#main/platform/errors.ts';

/** The shortest limit of the systems: macOS has 104 bytes with the end mark, Linux 108. */
const SOCKET_PATH_MAX = 100;

/** A place to listen at that no other user reaches. */
export interface SocketPlace {
  readonly path: string;
  /** Makes the socket itself unreachable for others, once it is there. */
  protect(): void;
  /** Removes what was made. */
  remove(): void;
}

/** Where a socket can be made. */
export interface SocketPlaces {
  readonly platform: NodeJS.Platform;
  /** Folder of the app's data. */
  readonly userData: string;
  /** `XDG_RUNTIME_DIR`, where the session has one: for this user alone, and gone when the user logs out. */
  readonly runtimeFolder: string | undefined;
  /** Folder for temporary files, which others may write to. */
  readonly temporaryFolder: string;
}

/**
 * Makes a place for the socket. Unix: a socket in a folder of mode 0700, in the app's data or, where that path is too
 * long for a socket, in a new folder in the runtime folder or in the one for temporary files. Windows: a named pipe with
 * a random name.
 * To be called only by the process that holds the app's lock: what a killed process left is removed.
 * Throws what the system refuses, and where the folder is not the user's own.
 * @param secret letters and digits, at random
 */
export function makeSocketPlace(places: SocketPlaces, secret: string): SocketPlace {
  const { platform, userData, runtimeFolder, temporaryFolder } = places;
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\notafter-${secret}`, protect: () => undefined, remove: () => undefined };
  }
  const own = join(userData, 'command', 'socket');
  const isShort = Buffer.byteLength(own) <= SOCKET_PATH_MAX;
  const fallback = isPrivateFolder(runtimeFolder) ? runtimeFolder : temporaryFolder;
  const path = isShort ? own : join(mkdtempSync(join(fallback, 'notafter-')), 'socket');
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwn(folder)) throw new Error('the folder for commands is not the user’s own');
  chmodSync(folder, 0o700);
  rmSync(path, { force: true });
  return {
    path,
    protect: () => chmodSync(path, 0o600),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Whether only this user could have made the socket: its folder is a real one of this user and closed to others. On
 * Windows nothing can be said of a pipe beforehand.
 * @returns `null` where there is no such folder or socket
 */
export function isOwnSocket(path: string, platform: NodeJS.Platform): boolean | null {
  if (platform === 'win32') return true;
  try {
    const socket = lstatSync(path);
    return isPrivateFolder(dirname(path)) && socket.isSocket() && socket.uid === process.geteuid?.();
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : false;
  }
}

function isPrivateFolder(folder: string | undefined): folder is string {
  return (
    folder !== undefined && isAbsolute(folder) && isOwn(folder) && (lstatSync(folder).mode & 0o077) === 0
  );
}

/** Whether it is a directory of this user, and no link to one. */
function isOwn(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && facts.uid === process.geteuid?.();
}

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
