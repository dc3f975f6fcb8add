import { join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import { removeIfThere, unlessMissing } from './fileErrors.ts';
import { linkText } from './generation.ts';
import type { HeldDirectory } from './heldDirectory.ts';
import type { HiddenFolder } from './hiddenFolder.ts';
import type { Stage } from './stage.ts';
import { draftLink, type SwitchJournal } from './switchJournal.ts';

/** A switch under way in a folder. */
export interface SwitchPlace {
  /** Held as long as the switch lasts. */
  readonly folder: HiddenFolder;
  /** The directory in it with the journal, and with what was moved aside under its own names. */
  readonly aside: Stage;
  /** The directory that new files come from; `null`: it is not there any more. */
  readonly source: HeldDirectory | null;
  readonly journal: SwitchJournal;
}

/** What the link says that comes into the place of a file. Throws for a switch without links. */
export function linkOf({ current }: SwitchJournal, name: string): string {
  if (current === null) throw new Error('A switch of plain files has no links');
  return linkText(current.name, name);
}

/** The path of a file of a switch, in sight and moved aside. */
export function pathsOf({ folder, aside }: SwitchPlace, name: string): readonly [string, string] {
  return [join(folder.path, name), join(aside.directory.path, name)];
}

/** Makes a current link lead to another generation, in one step. */
export async function pointCurrent(place: SwitchPlace, current: string, generation: string): Promise<void> {
  const { folder, aside } = place;
  const { fs } = folder;
  // Hidden, and so no name of a file.
  const link = join(aside.directory.path, draftLink);
  await removeIfThere(fs, link);
  await fs.symlink(generation, link);
  await fs.rename(link, join(folder.path, current));
}

/** Whether a file of a switch has come into its place and is still there as it came. */
export async function hasEntered(
  place: SwitchPlace,
  { name, digest }: SwitchJournal['enters'][number],
): Promise<boolean> {
  const { fs } = place.folder;
  const [path, aside] = pathsOf(place, name);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return false;
  if (place.journal.leaves.includes(name)) {
    const former = await unlessMissing(fs.facts(aside));
    // The former file has the same content, or is kept by a hard link and was not replaced yet.
    if (former === null || former.identity === facts.identity) return false;
  }
  if (digest === null)
    return facts.kind === 'symlink' && (await fs.readlink(path)) === linkOf(place.journal, name);
  if (facts.kind !== 'file') return false;
  const content = await fs.read(path);
  const found = sha256Hex(content);
  content.fill(0);
  return found === digest;
}
