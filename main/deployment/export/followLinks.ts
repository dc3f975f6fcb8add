import type { Stats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { ruleError } from './fileErrors.ts';

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
