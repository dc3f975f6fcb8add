import type { ExportWarning } from '#shared/domain/export.ts';
import { unlessRefused } from '../fileErrors.ts';
import { type CloudPlaces, cloudWarning } from './cloudFolder.ts';
import { gitWarning } from './gitWorktree.ts';
import type { GuardedTarget, GuardFs, RunCommand } from './guardPorts.ts';
import { networkWarning } from './networkFileSystem.ts';

/** Finds warnings about a place for private keys. Never fails. */
export type ExportGuards = (target: GuardedTarget) => Promise<readonly ExportWarning[]>;

export interface ExportGuardPorts {
  readonly fs: GuardFs;
  readonly run: RunCommand;
  readonly places: CloudPlaces;
  readonly platform: NodeJS.Platform;
}

/** Checks for git worktrees, synced folders, network file systems and access lists. */
export function createExportGuards({ fs, run, places, platform }: ExportGuardPorts): ExportGuards {
  return async ({ directory: chosen, secrets, keepsPrevious }) => {
    if (secrets.length === 0) return [];
    const directory = await unlessRefused(fs.realpath(chosen));
    // The review of the target reports the error.
    if (directory === null) return [];
    const home = await fs.realpath(places.home).catch(() => places.home);
    const checks = [
      gitWarning({ directory, secrets, keepsPrevious }, fs, run),
      cloudWarning(directory, fs, { ...places, home }),
      networkWarning(directory, fs, run, platform),
      accessListWarning(directory, fs, run, process.geteuid?.() ?? null),
    ];
    // Without permission for a check there is no warning.
    const warnings = await Promise.all(checks.map((check) => unlessRefused(check)));
    return warnings.filter((warning) => warning !== null);
  };
}

const timeoutMs = 3_000;
const groupWrites = 0o020;

/**
 * Whether the access list of a directory (acl(5)) lets others write to it. Such a list shows as group write permission.
 * Without `getfacl` there is no warning. @param uid of the current user
 */
async function accessListWarning(
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
    const [kind = '', who = '', rights = ''] = line.replace(/(?<!\s)\s*#.*$/u, '').split(':');
    return { kind, who, writes: rights.includes('w') };
  });
  const mask = entries.find(({ kind }) => kind === 'mask');
  if (mask !== undefined && !mask.writes) return false;
  const isOther = ({ kind, who }: { kind: string; who: string }) =>
    who !== '' && who !== '0' && (kind === 'group' || (kind === 'user' && who !== `${uid}`));
  return entries.some((entry) => entry.writes && isOther(entry));
}
