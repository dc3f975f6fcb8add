import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { unlessMissing } from './fileErrors.ts';
import { linkAt } from './foundFile.ts';
import { isGenerationName, isStageName } from './generation.ts';
import { removeStage } from './stage.ts';
import { hasEntered, pointCurrent, type SwitchPlace } from './switchSteps.ts';

/**
 * Puts the former files of a switch back that did not come to its end, and removes its directory: first everything new
 * goes, then everything former comes, so that they never stand side by side. What somebody else wrote since then stays.
 * May be repeated. @throws system errors; the journal is still there then
 */
export async function undoSwitch(fs: ExportFs, place: SwitchPlace): Promise<void> {
  const { folder, aside, journal } = place;
  for (const entry of journal.enters) {
    if (await hasEntered(fs, place, entry)) await takeOut(fs, place, entry.name);
  }
  await takeCurrentBack(fs, place);
  for (const name of journal.leaves) await bringBack(fs, join(aside, name), join(folder, name));
  await fs.syncDirectory(folder);
  await removeStage(fs, aside);
}

/** New files that came from a stage go with it; those of a kept generation go back there. */
async function takeOut(fs: ExportFs, { folder, journal }: SwitchPlace, name: string): Promise<void> {
  const [path, from] = [join(folder, name), join(folder, journal.source, name)];
  const returns = journal.current === null && isGenerationName(journal.source);
  // At both places, it is one file with two names, and renaming one over the other does nothing.
  if (returns && (await unlessMissing(fs.facts(from))) === null) await fs.rename(path, from);
  else await fs.unlink(path);
}

async function takeCurrentBack(fs: ExportFs, place: SwitchPlace): Promise<void> {
  const { current, source } = place.journal;
  if (current === null) return;
  const { folder } = place;
  if ((await linkAt(fs, join(folder, current.name))) === current.to) {
    if (current.from === null) await fs.unlink(join(folder, current.name));
    else await pointCurrent(fs, place, current.name, current.from);
  }
  if (isStageName(source)) await removeStage(fs, join(folder, current.to));
}

async function bringBack(fs: ExportFs, aside: string, path: string): Promise<void> {
  if ((await unlessMissing(fs.facts(aside))) === null) return;
  if ((await unlessMissing(fs.facts(path))) === null) await fs.rename(aside, path);
}
