import { type BigIntStats, constants, existsSync, promises, type Stats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import {
  closeDescriptor,
  openDescriptor,
  readOpened,
  setDescriptorMode,
  statDescriptor,
  syncDescriptor,
  writeDescriptor,
} from '#main/platform/descriptors.ts';
import type { ExportFile, ExportFs, FileFacts, HeldDirectory } from './exportFs.ts';
import { ruleError, unlessRefused } from './fileErrors.ts';

const windows = process.platform === 'win32';
// Undefined on Windows, where creating links needs a privilege.
const noFollow = constants.O_NOFOLLOW ?? 0;
/** To read a file that is no link. Without O_NONBLOCK, opening a pipe waits for its writer. */
export const readOnly = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);

// Linux flags without a constant in Node (fcntl.h; the same on x86 and ARM).
const unnamed = 0o20000000;
const pathOnly = 0o10000000;

/** Errors of file systems without O_TMPFILE; old ones treat the path as a directory to open. */
const unnamedUnsupported = ['EOPNOTSUPP', 'ENOTSUP', 'EISDIR', 'EINVAL', 'ENOENT'];

const descriptors = '/proc/self/fd';
/** False in containers without /proc. */
const hasDescriptors = process.platform === 'linux' && existsSync(descriptors);

function kindOf(stats: BigIntStats): FileFacts['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

function factsOf(stats: BigIntStats): FileFacts {
  const identity = `${stats.dev}:${stats.ino}`;
  return {
    kind: kindOf(stats),
    mode: Number(stats.mode) & 0o7777,
    identity,
    inode: `${stats.ino}`,
    version: `${identity}:${stats.size}:${stats.mtimeNs}`,
    size: Number(stats.size),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
  };
}

/** @param mode for a file that is created */
async function openFile(path: string, flags: number, mode: number): Promise<ExportFile> {
  const descriptor = await openDescriptor(path, flags, mode);
  return {
    async write(content) {
      for (let done = 0; done < content.length; ) done += await writeDescriptor(descriptor, content, done);
    },
    setMode: (wanted) => setDescriptorMode(descriptor, wanted),
    facts: async () => factsOf(await statDescriptor(descriptor)),
    sync: () => syncDescriptor(descriptor),
    read: (position, length) => readOpened(descriptor, length, position),
    close: closing(descriptor),
  };
}

/** Closes a descriptor at the first call; later its number may belong to another file. */
function closing(descriptor: number): () => Promise<void> {
  let isOpen = true;
  return async () => {
    if (!isOpen) return;
    isOpen = false;
    await closeDescriptor(descriptor);
  };
}

async function createUnnamed(directory: string): Promise<ExportFile | null> {
  if (process.platform !== 'linux') return null;
  const flags = unnamed | constants.O_DIRECTORY | constants.O_RDWR;
  return unlessRefused(openFile(directory, flags, 0o600), unnamedUnsupported);
}

async function holdByDescriptor(path: string): Promise<HeldDirectory> {
  // O_PATH: the directory need not be readable.
  const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const descriptor = await openDescriptor(path, flags);
  const close = closing(descriptor);
  try {
    return {
      // The final dot makes it a directory rather than a link to one.
      path: `${descriptors}/${descriptor}/.`,
      facts: factsOf(await statDescriptor(descriptor)),
      setMode: (mode) => promises.chmod(`${descriptors}/${descriptor}`, mode),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function holdByPath(path: string): Promise<HeldDirectory> {
  const facts = factsOf(await promises.lstat(path, { bigint: true }));
  if (facts.kind !== 'directory') {
    const error = new Error(`ENOTDIR: not a directory, '${path}'`);
    throw Object.assign(error, { code: 'ENOTDIR', errno: -20, syscall: 'open', path });
  }
  const close = async () => undefined;
  return { path, facts, setMode: (mode) => setModeByPath(path, mode), close, [Symbol.asyncDispose]: close };
}

/** macOS can change the mode of an open directory; Windows has no such modes. */
async function setModeByPath(path: string, mode: number): Promise<void> {
  if (windows) return promises.chmod(path, mode);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  await using handle = await promises.open(path, flags);
  await handle.chmod(mode);
}

const renameRetriesMs = [10, 50, 200, 500] as const;

/** On Windows a rename fails while a virus scanner or indexer has the file open. */
async function renameWithRetries(from: string, to: string): Promise<void> {
  for (const waitMs of renameRetriesMs) {
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

/** Some network and FUSE file systems can't sync a directory and report it with these codes, which are ignored. */
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

/** The file system of this computer, by modes; see `exportFsFor` for Windows. */
export const nodeExportFs: ExportFs = {
  posix: !windows,
  facts: async (path) => factsOf(await promises.lstat(path, { bigint: true })),
  isSharedGroup,
  realpath: realPath,
  list: (path) => promises.readdir(path),
  hold: hasDescriptors ? holdByDescriptor : holdByPath,
  makeDirectory: (path) => promises.mkdir(path, 0o700),
  createUnnamed,
  createFile: (path) =>
    openFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600),
  read: (path) => promises.readFile(path, { flag: readOnly as unknown as string }),
  rename: windows ? renameWithRetries : (from, to) => promises.rename(from, to),
  link: (from, to) => promises.link(from, to),
  readlink: (path) => promises.readlink(path),
  unlink: (path) => promises.unlink(path),
  removeDirectory: (path) => promises.rmdir(path),
  syncDirectory: windows ? async () => {} : syncDirectory,
};

/** Administrators can write everywhere anyway. */
const rootGroup = 0;

/** Whether others may be in a group, as in any but root's group and the user's private group. */
export async function isSharedGroup(gid: number): Promise<boolean> {
  if (gid === rootGroup) return false;
  try {
    const { uid, username } = userInfo();
    const [groups, users] = await Promise.all(['/etc/group', '/etc/passwd'].map(linesOf));
    return !isPrivateGroup({ gid, uid, username }, groups ?? [], users ?? []);
  } catch {
    return true;
  }
}

/** Whether a group has the user's name and no other member. Lines of group(5) and passwd(5), split at colons. */
export function isPrivateGroup(
  { gid, uid, username }: { readonly gid: number; readonly uid: number; readonly username: string },
  groups: readonly (readonly string[])[],
  users: readonly (readonly string[])[],
): boolean {
  const group = groups.find((fields) => fields[2] === `${gid}`);
  if (group === undefined || group[0] !== username) return false;
  const members = (group[3] ?? '').split(',').filter((name) => name !== '' && name !== username);
  const others = users.filter((fields) => fields[3] === `${gid}` && fields[2] !== `${uid}`);
  return members.length === 0 && others.length === 0;
}

async function linesOf(path: string): Promise<string[][]> {
  const text = await promises.readFile(path, 'utf8');
  return text.split('\n').map((line) => line.split(':'));
}

/** As of Linux (path_resolution(7)). */
const MAX_LINKS = 40;
const ROOT = 0;

/**
 * The real path of a file or folder, for which no link of another user was followed. Linux has this rule for folders that
 * everybody can write to (`fs.protected_symlinks`), but only for the system calls that open a file: a program that asks for
 * the real path first, and then writes there, walks around it. Root follows links of root alone.
 * @throws system errors; for a link that is not followed, one with the code `EFOREIGNLINK`
 */
export async function realPath(path: string): Promise<string> {
  const real = await realpath(path);
  const user = process.geteuid?.();
  if (user === undefined || real === resolve(path)) return real;
  return walk(resolve(path), user);
}

async function walk(path: string, user: number): Promise<string> {
  const names = namesOf(path);
  let at: string = sep;
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const facts = await lstat(next);
    if (!facts.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw ruleError('ELOOP', next);
    if (!isFollowed(facts, await lstat(at), user)) throw ruleError('EFOREIGNLINK', next);
    const target = await readlink(next);
    names.unshift(...namesOf(target));
    if (target.startsWith(sep)) at = sep;
  }
  return at;
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '' && name !== '.');
}

/** Who owns a folder can put anything there. For root that is no reason to follow. */
function isFollowed(link: Stats, folder: Stats, user: number): boolean {
  return link.uid === user || link.uid === ROOT || (user !== ROOT && link.uid === folder.uid);
}
