import { constants, promises } from 'node:fs';
import { type FileFacts, factsOf } from './fileFacts.ts';
import { type HeldDirectory, holdDirectory } from './heldDirectory.ts';
import { openFile } from './openedFile.ts';
import { isSharedGroup } from './sharedGroups.ts';

/** A file that was created here and is still open. */
export interface ExportFile {
  /** Appends all of `content`. */
  write(content: Uint8Array): Promise<void>;
  setMode(mode: number): Promise<void>;
  facts(): Promise<FileFacts>;
  sync(): Promise<void>;
  /** Up to `length` bytes from `position`. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The file system as the exporter needs it: each method is one step that can fail by itself, with Node's system errors.
 * A Windows implementation that sets access lists puts them where `createFile` and `hold` are.
 */
export interface ExportFs {
  /** Whether mode bits mean something on this platform. */
  readonly posix: boolean;
  facts(path: string): Promise<FileFacts>;
  /** Whether a group, by its number, may have other members than the current user. */
  isSharedGroup(gid: number): Promise<boolean>;
  realpath(path: string): Promise<string>;
  list(path: string): Promise<readonly string[]>;
  /** Opens a directory, so that nothing can take its place; fails for a link. Whoever calls closes it. */
  hold(path: string): Promise<HeldDirectory>;
  /** Creates a directory with 0700 at the most; the umask may take bits away. */
  makeDirectory(path: string): Promise<void>;
  /** Creates a file that has no name and is gone when it is closed. `null`: there are none here. */
  createUnnamed(directory: string): Promise<ExportFile | null>;
  /** Creates a file with 0600 at the most, never opens one that is there, never through a link. */
  createFile(path: string): Promise<ExportFile>;
  /** The content of a regular file; refuses links. */
  read(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Makes a hard link; fails with EEXIST when `to` is there. */
  link(from: string, to: string): Promise<void>;
  /** Makes a symbolic link that says `text`; fails with EEXIST when `path` is there. */
  symlink(text: string, path: string): Promise<void>;
  /** What a symbolic link says. */
  readlink(path: string): Promise<string>;
  unlink(path: string): Promise<void>;
  removeDirectory(path: string): Promise<void>;
  /** Makes renames, links and removals inside a directory durable, where the platform can. */
  syncDirectory(path: string): Promise<void>;
}

const windows = process.platform === 'win32';
// Not defined on Windows, where links need a privilege to be made.
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Of Linux, without a name in Node: fcntl.h, the same on x86 and ARM. */
const unnamed = 0o20000000;
/** How file systems say that they know no files without names; an old one takes them for the directory. */
const knowsNone: readonly unknown[] = ['EOPNOTSUPP', 'ENOTSUP', 'EISDIR', 'EINVAL', 'ENOENT'];

async function createUnnamed(directory: string): Promise<ExportFile | null> {
  if (process.platform !== 'linux') return null;
  try {
    return await openFile(directory, unnamed | constants.O_DIRECTORY | constants.O_RDWR, 0o600);
  } catch (error) {
    if (knowsNone.includes((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

const busyWaitsMs = [10, 50, 200, 500] as const;

/** Windows refuses to rename what a virus scanner or an indexer holds open just now. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (const waitMs of busyWaitsMs) {
    try {
      return await promises.rename(from, to);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EPERM' && code !== 'EACCES' && code !== 'EBUSY') throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return promises.rename(from, to);
}

/** Some network and FUSE file systems cannot sync a directory and say so; there is nothing more to do there. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await openFile(path, constants.O_RDONLY | constants.O_DIRECTORY | noFollow, 0);
  try {
    await handle.sync();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw error;
  } finally {
    await handle.close();
  }
}

/** The file system of this machine. */
export const nodeExportFs: ExportFs = {
  posix: !windows,
  facts: async (path) => factsOf(await promises.lstat(path, { bigint: true })),
  isSharedGroup,
  realpath: (path) => promises.realpath(path),
  list: (path) => promises.readdir(path),
  hold: holdDirectory,
  makeDirectory: (path) => promises.mkdir(path, 0o700),
  createUnnamed,
  async createFile(path) {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow;
    return openFile(path, flags, 0o600);
  },
  // Opening a pipe would otherwise wait for its writer.
  read: (path) =>
    promises.readFile(path, { flag: (constants.O_RDONLY | noFollow | nonBlocking) as unknown as string }),
  rename: windows ? renamePatiently : (from, to) => promises.rename(from, to),
  link: (from, to) => promises.link(from, to),
  symlink: (text, path) => promises.symlink(text, path),
  readlink: (path) => promises.readlink(path),
  unlink: (path) => promises.unlink(path),
  removeDirectory: (path) => promises.rmdir(path),
  syncDirectory: windows ? async () => {} : syncDirectory,
};
