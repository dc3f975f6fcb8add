import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { removeIfThere, unlessMissing } from './fileErrors.ts';
import { finishSwitch, isCurrentUsed, removeGeneration } from './finishSwitch.ts';
import { linkAt } from './foundFile.ts';
import { isCurrentName, isGenerationName, isStageName } from './generation.ts';
import { repairSwitch } from './journaledSwitch.ts';
import { persistently } from './stage.ts';
import { readJournal } from './switchJournal.ts';

/**
 * Repairs and removes what a killed export left in a directory: stages (their switch is finished or undone), temporary
 * files, and generations behind links that are gone. A directory that is not there needs nothing.
 * @param before Unix milliseconds; younger ones may belong to something that is running and stay
 * @throws system errors; what is left then is found the next time
 */
export async function cleanLeftovers(fs: ExportFs, directory: string, before: number): Promise<void> {
  const names = (await unlessMissing(fs.list(directory))) ?? [];
  for (const name of names.filter((candidate) => isStageName(candidate) || isGenerationName(candidate))) {
    const path = join(directory, name);
    const facts = await unlessMissing(fs.facts(path));
    if (facts === null || facts.mtimeMs >= before) continue;
    if (isGenerationName(name)) await persistently(() => finishKeeping(fs, directory, path));
    else if (facts.kind === 'directory') await persistently(() => repairSwitch(fs, directory, path));
    // A link of this name is not ours, but removing a link touches nothing else.
    else await persistently(() => removeIfThere(fs, path));
  }
  for (const name of names.filter(isCurrentName))
    await persistently(() => removeOrphan(fs, directory, name, before));
}

/** A generation without a journal is one that is kept, or in use. */
async function finishKeeping(fs: ExportFs, folder: string, aside: string): Promise<void> {
  const state = await readJournal(fs, aside);
  if (state.kind === 'decided') await finishSwitch(fs, { folder, aside, journal: state.journal });
}

/** The links of the files were removed by another hand: what they led to has a private key in it. */
async function removeOrphan(fs: ExportFs, folder: string, current: string, before: number): Promise<void> {
  const facts = await unlessMissing(fs.facts(join(folder, current)));
  if (facts?.kind !== 'symlink' || facts.mtimeMs >= before) return;
  const names = await fs.list(folder);
  // Files of a switch under way may be aside just now.
  if (names.some(isStageName) || (await isCurrentUsed(fs, folder, current))) return;
  if (names.join('/') !== (await fs.list(folder)).join('/')) return;
  const generation = await linkAt(fs, join(folder, current));
  // The link goes last: it is by it that the generation is found.
  if (generation !== null && isGenerationName(generation)) await removeGeneration(fs, folder, generation);
  await removeIfThere(fs, join(folder, current));
}
