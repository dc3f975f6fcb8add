import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

/**
 * Makes a place for the socket. Unix: a socket in a folder of mode 0700, in the app's data or, where that path is too
 * long for a socket, in a new folder for temporary files. Windows: a named pipe, whose name nobody can guess.
 * To be called only by the process that holds the app's lock: what a killed one left is removed.
 * @param secret letters and digits, at random
 */
export function makeSocketPlace(userData: string, platform: NodeJS.Platform, secret: string): SocketPlace {
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\notafter-${secret}`, protect: () => undefined, remove: () => undefined };
  }
  const own = join(userData, 'command', 'socket');
  const isShort = Buffer.byteLength(own) <= SOCKET_PATH_MAX;
  const path = isShort ? own : join(mkdtempSync(join(tmpdir(), 'notafter-')), 'socket');
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  rmSync(path, { force: true });
  return {
    path,
    protect: () => chmodSync(path, 0o600),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
