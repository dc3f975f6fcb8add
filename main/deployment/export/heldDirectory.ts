import { constants, existsSync, promises } from 'node:fs';
import { closeDescriptor, openDescriptor, statDescriptor } from '#main/platform/descriptors.ts';
import { type FileFacts, factsOf } from './fileFacts.ts';

/**
 * A directory that is held open. On Linux `path` leads to this very directory, also after somebody moved it or put
 * something else in its place; on other systems it is the path that was given.
 */
export interface HeldDirectory {
  readonly path: string;
  /** Of the directory when it was opened. */
  readonly facts: FileFacts;
  /** Sets its permission bits. Throws system errors. */
  setMode(mode: number): Promise<void>;
  /** May be called more than once. */
  close(): Promise<void>;
}

/** Of Linux, without a name in Node: fcntl.h, the same on x86 and ARM. */
const pathOnly = 0o10000000;

const descriptors = '/proc/self/fd';
/** Containers may be without. */
const hasDescriptors = process.platform === 'linux' && existsSync(descriptors);

/** Opens a directory. @throws system errors: `ENOTDIR` for anything else, also for a link to a directory */
export function holdDirectory(path: string): Promise<HeldDirectory> {
  return hasDescriptors ? byDescriptor(path) : byPath(path);
}

async function byDescriptor(path: string): Promise<HeldDirectory> {
  // Opened for its path alone, it need not be readable.
  const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const descriptor = await openDescriptor(path, flags);
  // The number may be another file's as soon as this one is closed.
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await closeDescriptor(descriptor);
  };
  try {
    return {
      // With the dot at its end it is a directory, and not a link to one.
      path: `${descriptors}/${descriptor}/.`,
      facts: factsOf(await statDescriptor(descriptor)),
      setMode: (mode) => promises.chmod(`${descriptors}/${descriptor}`, mode),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function byPath(path: string): Promise<HeldDirectory> {
  const facts = factsOf(await promises.lstat(path, { bigint: true }));
  if (facts.kind !== 'directory') {
    const error = new Error(`ENOTDIR: not a directory, '${path}'`);
    throw Object.assign(error, { code: 'ENOTDIR', errno: -20, syscall: 'open', path });
  }
  return { path, facts, setMode: (mode) => setModeByPath(path, mode), close: async () => undefined };
}

/** macOS can change the mode of an open directory; Windows has no such modes. */
async function setModeByPath(path: string, mode: number): Promise<void> {
  if (process.platform === 'win32') return promises.chmod(path, mode);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const handle = await promises.open(path, flags);
  try {
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}
