import { join } from 'node:path';
import { FileFault, unlessMissing } from './fileErrors.ts';
import { ownLinkAt } from './foundFile.ts';
import { isGenerationName, isStageName } from './generation.ts';
import { removeOwn } from './hiddenFolder.ts';
import { hasEntered, pathsOf, pointCurrent, type SwitchPlace } from './switchSteps.ts';

/**
 * Puts the former files of a switch back that did not come to its end, and removes its directory: first everything new
 * goes, then everything former comes, so that they never stand side by side. What somebody else wrote since then stays.
 * May be repeated. @throws system errors, `FileFault`; the journal is still there then
 */
export async function undoSwitch(place: SwitchPlace): Promise<void> {
  const { folder, aside, journal } = place;
  for (const entry of journal.enters) {
    if (await hasEntered(place, entry)) await takeOut(place, entry.name);
  }
  await takeCurrentBack(place);
  for (const name of journal.leaves) await bringBack(place, name);
  await folder.fs.syncDirectory(folder.path);
  await removeOwn(folder, aside.name);
}

/** New files that came from a stage go with it; those of a kept generation go back there. */
async function takeOut(place: SwitchPlace, name: string): Promise<void> {
  const { folder, source, journal } = place;
  const { fs } = folder;
  const [path] = pathsOf(place, name);
  const returns = journal.current === null && isGenerationName(journal.source);
  if (!returns) return fs.unlink(path);
  // It is the only copy of this file, and stays in sight.
  if (source === null) throw new FileFault('notFound', journal.source);
  const from = join(source.path, name);
  // At both places, it is one file with two names, and renaming one over the other does nothing.
  if ((await unlessMissing(fs.facts(from))) === null) await fs.rename(path, from);
  else await fs.unlink(path);
}

async function takeCurrentBack(place: SwitchPlace): Promise<void> {
  const { folder, journal } = place;
  const { current, source } = journal;
  if (current === null) return;
  if ((await ownLinkAt(folder, current.name)) === current.to) {
    if (current.from === null) await folder.fs.unlink(join(folder.path, current.name));
    else await pointCurrent(place, current.name, current.from);
  }
  if (isStageName(source)) await removeOwn(folder, current.to);
}

async function bringBack(place: SwitchPlace, name: string): Promise<void> {
  const { fs } = place.folder;
  const [path, aside] = pathsOf(place, name);
  if ((await unlessMissing(fs.facts(aside))) === null) return;
  if ((await unlessMissing(fs.facts(path))) === null) await fs.rename(aside, path);
}
