import { join } from 'node:path';
import { sha256Hex } from '../lib/sha256.ts';
import type { ExportFs } from './exportFs.ts';
import { removeIfThere, unlessMissing } from './fileErrors.ts';
import { linkText } from './generation.ts';
import type { SwitchJournal } from './switchJournal.ts';

/** A switch under way in a folder. */
export interface SwitchPlace {
  /** An absolute path. */
  readonly folder: string;
  /** The directory in it with the journal, and with what was moved aside under its own names. */
  readonly aside: string;
  readonly journal: SwitchJournal;
}

/** What the link says that comes into the place of a file. Throws for a switch without links. */
export function linkOf({ current }: SwitchJournal, name: string): string {
  if (current === null) throw new Error('A switch of plain files has no links');
  return linkText(current.name, name);
}

/** Makes a current link lead to another generation, in one step. */
export async function pointCurrent(
  fs: ExportFs,
  { folder, aside }: SwitchPlace,
  current: string,
  generation: string,
): Promise<void> {
  // Hidden, and so no name of a file.
  const link = join(aside, '.current');
  await removeIfThere(fs, link);
  await fs.symlink(generation, link);
  await fs.rename(link, join(folder, current));
}

/** Whether a file of a switch has come into its place and is still there as it came. */
export async function hasEntered(
  fs: ExportFs,
  { folder, aside, journal }: SwitchPlace,
  { name, digest }: SwitchJournal['enters'][number],
): Promise<boolean> {
  const path = join(folder, name);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return false;
  if (journal.leaves.includes(name)) {
    const former = await unlessMissing(fs.facts(join(aside, name)));
    // The former file has the same content, or is kept by a hard link and was not replaced yet.
    if (former === null || former.identity === facts.identity) return false;
  }
  if (digest === null) return facts.kind === 'symlink' && (await fs.readlink(path)) === linkOf(journal, name);
  if (facts.kind !== 'file') return false;
  const content = await fs.read(path);
  const found = sha256Hex(content);
  content.fill(0);
  return found === digest;
}
