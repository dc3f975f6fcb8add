import type { ExportWarning } from '#shared/domain/export.ts';
import { systemCode } from '../fileErrors.ts';
import { accessListWarning } from './accessList.ts';
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
    try {
      const directory = await fs.realpath(chosen);
      const home = await fs.realpath(places.home).catch(() => places.home);
      const warnings = await Promise.all([
        unlessRefused(() => gitWarning({ directory, secrets, keepsPrevious }, fs, run)),
        unlessRefused(() => cloudWarning(directory, fs, { ...places, home })),
        unlessRefused(() => networkWarning(directory, fs, run, platform)),
        unlessRefused(() => accessListWarning(directory, fs, run, process.geteuid?.() ?? null)),
      ]);
      return warnings.filter((warning) => warning !== null);
    } catch (error) {
      if (systemCode(error) === null) throw error;
      // The review of the target reports the error.
      return [];
    }
  };
}

/** Without permission for a check there is no warning. */
async function unlessRefused(check: () => Promise<ExportWarning | null>): Promise<ExportWarning | null> {
  try {
    return await check();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
