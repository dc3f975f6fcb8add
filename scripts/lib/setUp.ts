import { type ElectronPurpose, type ElectronRuntime, resolveElectron } from '../electronRuntime.ts';
import { ensureSystemPackages, type SystemNeed } from '../systemPackages.ts';
import { interruption } from './interruption.ts';
import { StopError } from './terminal.ts';

/**
 * Prepares what a command needs: missing system packages, then Electron.
 * @param purpose what Electron is for; `null` if the command needs none
 * @throws StopError for every failure: a message with what to do, never a stack trace
 */
export async function setUp(needs: readonly SystemNeed[], purpose: ElectronPurpose): Promise<ElectronRuntime>;
export async function setUp(
  needs: readonly SystemNeed[],
  purpose: ElectronPurpose | null,
): Promise<ElectronRuntime | null>;
export async function setUp(
  needs: readonly SystemNeed[],
  purpose: ElectronPurpose | null,
): Promise<ElectronRuntime | null> {
  try {
    await ensureSystemPackages(needs);
    return purpose === null ? null : await resolveElectron(purpose);
  } catch (error) {
    if (error instanceof StopError || interruption.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StopError(
      `The set-up failed: ${reason}.\n` +
        'Check that the disk has room and that this folder and your cache folder can be written. Then run the command again.',
    );
  }
}
