import { readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { RunRequest } from './protocol.ts';

/** Whose paths these are. */
type PathOwner = Pick<RunRequest, 'cwd' | 'process'>;

/** What the system resolves for the process that uses the path: proc_self(5), proc_thread-self(5). */
const ownFolders: ReadonlySet<string> = new Set(['/proc/self', '/proc/thread-self']);

const MOST_LINKS = 40;

/**
 * The absolute path that a word of a command line names. Descriptors such as `/dev/stdin`, and `/dev/fd/63` as the shell
 * writes it for `<(...)`, are those of the command's process, also when the running app opens them. Only Linux has paths
 * to those of another process.
 */
export function commandPath(word: string, { cwd, process: pid }: PathOwner): string {
  const path = resolve(cwd, word);
  const rest = namesOf(path);
  let place = '/';
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = name === '..' ? dirname(place) : join(place, name);
    if (ownFolders.has(next)) return join('/proc', String(pid), ...rest);
    const target = linkAt(next);
    if (target === null) {
      place = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) break;
    rest.unshift(...namesOf(target));
    if (isAbsolute(target)) place = '/';
  }
  return path;
}

/** Where a report goes; `null`: to standard output, which an option may name too, as `/dev/stdout`. */
export function reportPath(out: string | null, owner: PathOwner): string | null {
  const path = out === null ? null : commandPath(out, owner);
  return path === `/proc/${owner.process}/fd/1` ? null : path;
}

/** What tells a folder from another one under its path; `null`: this process sees none. */
export async function folderIdentity(folder: string): Promise<string | null> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : null;
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** What a link leads to; `null`: there is none. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
