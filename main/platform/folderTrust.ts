import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf } from './errors.ts';

/** Why what is read from a folder could come from another user. `place`: the folder or link itself, or one above it. */
export type FolderProblem =
  | { readonly kind: 'foreign'; readonly place: string; readonly owner: number }
  /** Other users can add, replace or rename entries. */
  | { readonly kind: 'writable'; readonly place: string }
  /** The path leads to no folder. `code`: the system's error code. */
  | { readonly kind: 'unusable'; readonly place: string; readonly code: string };

/**
 * What a folder is for. `data`: only this user writes there, so it is the user's own. `home`: it is read, and may belong to
 * root. `shared`: as `home`, and others may add entries if the sticky bit keeps them from changing those of this user.
 */
export type FolderUse = 'data' | 'home' | 'shared';

const MOST_LINKS = 40;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const STICKY = 0o1000;

/**
 * Checks from the root folder down whether only this user and root decide what a path leads to: owners, modes, and links
 * with what they lead to. What is missing is no problem, because only this user or root can create it, except in a folder
 * with the sticky bit: create it, then check again. Not checked: access lists beyond the group's bits of the mode, and
 * Windows, where the profile's access list decides.
 * @param path absolute
 * @returns `null`: it is this user's to use
 */
export function folderProblem(path: string, use: FolderUse): FolderProblem | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  const rest = namesOf(path);
  let place = '/';
  let links = 0;
  try {
    // Root, but for programs in a user namespace without it: an unknown user, who can replace everything all the same.
    const system = lstatSync(place).uid;
    for (;;) {
      const facts = lstatSync(place, { throwIfNoEntry: false });
      if (facts === undefined) return null;
      if (![0, user, system].includes(facts.uid)) return { kind: 'foreign', place, owner: facts.uid };
      if (facts.isSymbolicLink()) {
        links += 1;
        if (links > MOST_LINKS) return { kind: 'unusable', place, code: 'ELOOP' };
        const target = readlinkSync(place);
        rest.unshift(...namesOf(target));
        place = isAbsolute(target) ? '/' : dirname(place);
      } else {
        if (!facts.isDirectory()) return { kind: 'unusable', place, code: 'ENOTDIR' };
        const isLast = rest.length === 0;
        if (isLast && use === 'data' && facts.uid !== user)
          return { kind: 'foreign', place, owner: facts.uid };
        const keepsEntries = (facts.mode & STICKY) !== 0 && (!isLast || use === 'shared');
        if (isWritableByOthers(facts) && !keepsEntries) return { kind: 'writable', place };
        if (isLast) return null;
      }
      const name = rest.shift();
      if (name !== undefined) place = name === '..' ? dirname(place) : join(place, name);
    }
  } catch (error) {
    return { kind: 'unusable', place, code: codeOf(error) };
  }
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

function isWritableByOthers({ mode, gid }: Stats): boolean {
  if ((mode & OTHERS_WRITE) !== 0) return true;
  return (mode & GROUP_WRITES) !== 0 && gid !== 0 && !isPrivateGroup(gid);
}

/**
 * Whether a group has no member but this user. Many systems give each user such a group, and a umask that lets it write
 * (Debian: UsergroupsUmask in pam_umask(8)). A group that a directory service has is taken by its number.
 */
function isPrivateGroup(gid: number): boolean {
  try {
    const { username, uid, gid: ownGroup } = userInfo();
    if (gid !== ownGroup || uid !== process.geteuid?.()) return false;
    for (const line of readFileSync('/etc/group', 'utf8').split('\n')) {
      const [name, , id, members = ''] = line.split(':');
      if (id === String(gid)) return name === username && (members === '' || members === username);
    }
    return gid === uid;
  } catch {
    // No entry in the user database, or no file.
    return false;
  }
}
