import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** Administrators can write everywhere anyway. */
const rootGroup = 0;

/**
 * Whether a group may have members other than the current user. Only root's group and the user's private group don't;
 * unknown groups count as shared.
 */
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

/**
 * Whether a group has the user's name and no other member.
 * @param groups lines of group(5), split at colons
 * @param users lines of passwd(5), split at colons
 */
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
  const text = await readFile(path, 'utf8');
  return text.split('\n').map((line) => line.split(':'));
}
