import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { removeIfThere, unlessMissing } from './fileErrors.ts';
import { repairSwitch } from './journaledSwitch.ts';
import { isStageName, persistently } from './stage.ts';

/**
 * Repairs and removes what a killed export left in a directory: stages (their switch is finished or undone) and
 * temporary files. A directory that is not there needs nothing.
 * @param before Unix milliseconds; younger ones may belong to something that is running and stay
 * @throws system errors; what is left then is found the next time
 */
export async function cleanLeftovers(fs: ExportFs, directory: string, before: number): Promise<void> {
  const names = (await unlessMissing(fs.list(directory))) ?? [];
  for (const name of names.filter(isStageName)) {
    const path = join(directory, name);
    const facts = await unlessMissing(fs.facts(path));
    if (facts === null || facts.mtimeMs >= before) continue;
    if (facts.kind === 'directory') await persistently(() => repairSwitch(fs, directory, path));
    // A link of this name is not ours, but removing a link touches nothing else.
    else await persistently(() => removeIfThere(fs, path));
  }
}
