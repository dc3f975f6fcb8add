import type { ExportWarning } from '#shared/domain/export.ts';
import type { GuardFs, RunCommand } from './guardPorts.ts';

const timeoutMs = 3_000;
const groupWrites = 0o020;

/**
 * Whether the access list of a directory (acl(5)) lets another user or group write to it. Such a list shows as group write
 * permission. Without `getfacl` there is no warning.
 * @param uid of the current user
 */
export async function accessListWarning(
  directory: string,
  fs: Pick<GuardFs, 'facts'>,
  run: RunCommand,
  uid: number | null,
): Promise<ExportWarning | null> {
  if (uid === null || ((await fs.facts(directory)).mode & groupWrites) === 0) return null;
  const args = ['--omit-header', '--numeric', '--absolute-names', '--', directory];
  const output = await run('getfacl', args, { timeoutMs });
  return output?.exitCode === 0 && letsOthersWrite(output.stdout, uid) ? { kind: 'writableByOthers' } : null;
}

/** Whether a list lets a user or group other than the owner's write. Permissions removed by the mask don't count. */
export function letsOthersWrite(list: string, uid: number): boolean {
  const entries = list.split('\n').map((line) => {
    const [kind = '', who = '', rights = ''] = line.replace(/\s*#.*$/u, '').split(':');
    return { kind, who, writes: rights.includes('w') };
  });
  const mask = entries.find(({ kind }) => kind === 'mask');
  if (mask !== undefined && !mask.writes) return false;
  const isOther = ({ kind, who }: { kind: string; who: string }) =>
    who !== '' && who !== '0' && (kind === 'group' || (kind === 'user' && who !== `${uid}`));
  return entries.some((entry) => entry.writes && isOther(entry));
}
