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
import { codeOf } from '#main/platform/errors.ts';
import { folderProblem } from '#main/platform/folderTrust.ts';
import { isRegularFile } from '#main/platform/regularFile.ts';
import { z } from '#shared/zod.ts';

/** Longest socket path in bytes: macOS allows 104 with the terminating zero, Linux 108. */
const SOCKET_PATH_MAX = 100;

/** Where to listen, protected from other users. */
export interface SocketPlace {
  readonly path: string;
  /** Restricts the socket's permissions, once it exists. */
  protect(): void;
  remove(): void;
}

/** The folders a socket can be created in. */
export interface SocketPlaces {
  readonly platform: NodeJS.Platform;
  readonly userData: string;
  /** `XDG_RUNTIME_DIR`, if set: private to this user, and deleted at logout. */
  readonly runtimeFolder: string | undefined;
  /** Folder for temporary files, writable by other users. */
  readonly temporaryFolder: string;
}

/**
 * Creates the place for the socket. Unix: a socket in a folder of mode 0700, in the app's data, or in a new folder of
 * the runtime or temporary folder if that path is too long. Windows: a named pipe with a random name.
 * Call it only while holding the app's lock, as it removes what a killed process left. Throws system errors, and if the
 * folder belongs to another user.
 * @param secret random letters and digits
 */
export function makeSocketPlace(places: SocketPlaces, secret: string): SocketPlace {
  const { platform, userData, runtimeFolder, temporaryFolder } = places;
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\notafter-${secret}`, protect: () => undefined, remove: () => undefined };
  }
  const own = join(userData, 'command', 'socket');
  const isShort = Buffer.byteLength(own) <= SOCKET_PATH_MAX;
  const fallback =
    runtimeFolder !== undefined && isPrivateFolder(runtimeFolder) ? runtimeFolder : temporaryFolder;
  const path = isShort ? own : join(mkdtempSync(join(fallback, 'notafter-')), 'socket');
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwn(folder)) throw new Error('the folder for commands is not the user’s own');
  setOwnMode(folder, 0o700);
  rmSync(path, { force: true });
  return {
    path,
    protect: () => setOwnMode(path, 0o600),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Sets the mode of a folder or socket in this user's own folder. Throws if it is a link. */
function setOwnMode(path: string, mode: number): void {
  if (lstatSync(path).isSymbolicLink())
    throw new Error('a link in place of the folder or socket for commands');
  chmodSync(path, mode);
}

/**
 * Whether only this user could have created the socket: its folder is a real one of this user without access for others.
 * Always true on Windows, where a pipe cannot be checked in advance. `null`: there is no such folder or socket.
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

/** Whether only this user can open a folder, and nobody else decides what its path leads to. */
function isPrivateFolder(folder: string): boolean {
  return (
    isAbsolute(folder) &&
    isOwn(folder) &&
    (lstatSync(folder).mode & 0o077) === 0 &&
    folderProblem(folder, 'data') === null
  );
}

/** Whether the path is a directory of this user and not a link. */
function isOwn(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && facts.uid === process.geteuid?.();
}

/** Address of the process that holds the database. */
const addressSchema = z.object({
  /** A Unix socket, or a named pipe on Windows. */
  path: z.string().min(1).max(1000),
  /** Secret: a process that can read this file may run commands. */
  key: z.string().min(32).max(100),
});
export type SocketAddress = z.infer<typeof addressSchema>;

/** The file in the data folder that has it. */
export const ADDRESS_FILE = 'command-address.json';

/** Writes the address file, readable by this user only (0600). Throws system errors. */
export function writeAddress(userData: string, address: SocketAddress): void {
  const temporary = join(userData, `${ADDRESS_FILE}.tmp`);
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeSync(file, JSON.stringify(address));
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(userData, ADDRESS_FILE));
}

/** `null`: the file does not exist or is invalid. */
export function readAddress(userData: string): SocketAddress | null {
  try {
    if (isRegularFile(join(userData, ADDRESS_FILE)) !== true) return null;
    return addressSchema.parse(JSON.parse(readFileSync(join(userData, ADDRESS_FILE), 'utf8')));
  } catch {
    return null;
  }
}

export function removeAddress(userData: string): void {
  rmSync(join(userData, ADDRESS_FILE), { force: true });
}
