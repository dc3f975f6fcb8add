import type { ExportWarning } from '#shared/domain/export.ts';
import { systemCode } from '../fileErrors.ts';
import { accessListWarning } from './accessList.ts';
import { type CloudPlaces, cloudWarning } from './cloudFolder.ts';
import { gitWarning } from './gitWorktree.ts';
import type { GuardedTarget, GuardFs, RunCommand } from './guardPorts.ts';
import { networkWarning } from './networkFileSystem.ts';

/** Looks at where private keys are to go: what a person should know before they are there. Never fails. */
export type ExportGuards = (target: GuardedTarget) => Promise<readonly ExportWarning[]>;

export interface ExportGuardPorts {
  readonly fs: GuardFs;
  readonly run: RunCommand;
  readonly places: CloudPlaces;
  readonly platform: NodeJS.Platform;
}

/** The guards of this machine: git, sync with a cloud, and network file systems. */
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
      // The review of the target says what is wrong with it.
      return [];
    }
  };
}

/** A look that the system refuses tells nothing, and does not stand in the way of an export. */
async function unlessRefused(look: () => Promise<ExportWarning | null>): Promise<ExportWarning | null> {
  try {
    return await look();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
