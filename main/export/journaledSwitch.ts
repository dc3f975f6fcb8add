import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { FileFault, quietly } from './fileErrors.ts';
import { finishQuietly, finishSwitch } from './finishSwitch.ts';
import { linkAt, refuseUnlessRegular } from './foundFile.ts';
import { placeNew } from './placeNew.ts';
import { planSwitch, type WantedFiles } from './planSwitch.ts';
import { createStage, persistently, removeStage, restrictDirectory } from './stage.ts';
import { decide, readJournal, type SwitchJournal, writeJournal } from './switchJournal.ts';
import { hasEntered, linkOf, pointCurrent, type SwitchPlace } from './switchSteps.ts';
import { undoSwitch } from './undoSwitch.ts';

/*
 * Several files in a folder that is already there cannot change in one step: Node has no exchanging rename, and renaming
 * the folder would lose what else it is to its owner (other files, permissions, watchers, mounts). See ADR 16. So a
 * directory in the folder, `aside`, has a durable journal that says what is going on:
 *
 *   1. the source, a stage or a kept generation, holds all new files, synced; the journal is written and synced;
 *   2. every former file is moved aside, then the new ones are moved in: never do two generations stand side by side.
 *      A single file is replaced in one rename. Where links lead to the files, the former links go, the source becomes
 *      a generation, the current link is led to it in one rename, and the new links come: of these only the rename is
 *      left where the names are the same;
 *   3. the folder is synced, then the journal is renamed: that is the moment from which the new files stay;
 *   4. what was moved aside is kept as a generation, and the one that was kept before goes.
 *
 * A failure before 3 puts the former files back. So does the next start after a kill; where every new file is in place
 * already, it keeps them.
 */

/** A switch to the wanted files. */
export interface Switch extends WantedFiles {
  /** Of the directory that links lead to. */
  readonly mode: number;
  /** The file system is known to keep no modes, and the person agreed. */
  readonly modesMayVary: boolean;
  /** Throws when the folder is no longer what was surveyed; called right before the first step. */
  readonly check: () => Promise<void>;
}

/**
 * Replaces or adds the files of one bundle in a folder that is there. Durable when it returns.
 * @returns name of the directory with the former files; `null`: there were none, or they could not be kept
 * @throws what went wrong, after the former files were put back; a source that is a stage is then the caller's
 */
export async function switchInto(fs: ExportFs, wanted: Switch): Promise<string | null> {
  const { folder } = wanted;
  const journal = await planSwitch(fs, wanted);
  const aside = await createStage(fs, folder, wanted.modesMayVary);
  const place = { folder, aside, journal };
  try {
    await writeJournal(fs, aside, journal);
    await run(fs, place, wanted);
    await fs.syncDirectory(aside);
    await fs.syncDirectory(folder);
    await persistently(() => decide(fs, aside));
  } catch (error) {
    // If even that fails, the journal stays for the next start.
    await quietly(() => persistently(() => undoSwitch(fs, place)));
    throw error;
  }
  return finishQuietly(fs, place);
}

async function run(fs: ExportFs, place: SwitchPlace, wanted: Switch): Promise<void> {
  const only = singleFile(place.journal);
  if (only !== null && (await replaceSingle(fs, place, only, wanted.check))) return;
  await wanted.check();
  for (const name of place.journal.leaves) await moveAside(fs, place, name, wanted);
  if (place.journal.current === null) return enterFiles(fs, place);
  await leadTo(fs, place, place.journal.current, wanted);
  for (const { name } of place.journal.enters)
    await fs.symlink(linkOf(place.journal, name), join(place.folder, name));
}

/** A plain file that takes the place of one plain file, and nothing else does anything. */
function singleFile({ leaves, enters, current, former }: SwitchJournal): string | null {
  const [name, ...others] = leaves;
  const isPlain = current === null && former === 'aside';
  if (name === undefined || others.length > 0 || !isPlain) return null;
  return enters.length === 1 && enters[0]?.name === name ? name : null;
}

/** Gives whether it could be done: the former file is kept by a hard link, which not every file system has. */
async function replaceSingle(
  fs: ExportFs,
  { folder, aside, journal }: SwitchPlace,
  name: string,
  check: () => Promise<void>,
): Promise<boolean> {
  const kept = await fs.link(join(folder, name), join(aside, name)).then(
    () => true,
    () => false,
  );
  if (!kept) return false;
  await check();
  await fs.rename(join(folder, journal.source, name), join(folder, name));
  return true;
}

/** What is moved is looked at again: it is there in its own name, so nothing that came in between is lost. */
async function moveAside(
  fs: ExportFs,
  { folder, aside }: SwitchPlace,
  name: string,
  { found }: Switch,
): Promise<void> {
  await fs.rename(join(folder, name), join(aside, name));
  const former = found.get(name);
  const facts = await fs.facts(join(aside, name));
  if (former?.link == null) refuseUnlessRegular(facts, name);
  if (former?.entry !== facts.version) throw new FileFault('changed', name);
}

async function enterFiles(fs: ExportFs, { folder, journal }: SwitchPlace): Promise<void> {
  const source = join(folder, journal.source);
  for (const { name } of journal.enters) await placeNew(fs, join(source, name), join(folder, name), name);
}

async function leadTo(
  fs: ExportFs,
  place: SwitchPlace,
  { name, from, to }: NonNullable<SwitchJournal['current']>,
  { mode, modesMayVary }: Switch,
): Promise<void> {
  const { folder, journal } = place;
  const source = join(folder, journal.source);
  await restrictDirectory(fs, source, mode, modesMayVary);
  if (journal.source !== to) await fs.rename(source, join(folder, to));
  if (from === null) await fs.symlink(to, join(folder, name));
  else await pointCurrent(fs, place, name, to);
}

/**
 * Repairs what a killed switch left in a folder: all new files, or all former ones. May be repeated.
 * @param left a directory inside `folder` with the name of a stage or a generation
 * @throws system errors
 */
export async function repairSwitch(fs: ExportFs, folder: string, left: string): Promise<void> {
  const state = await readJournal(fs, left);
  // Another version of the app knows what to do with it.
  if (state.kind === 'foreign') return;
  if (state.kind === 'none' || state.kind === 'unreadable') return removeStage(fs, left);
  const place = { folder, aside: left, journal: state.journal };
  if (state.kind === 'underWay') {
    if (!(await isComplete(fs, place))) return undoSwitch(fs, place);
    await decide(fs, left);
  }
  await finishSwitch(fs, place);
}

/** What is to leave has left before anything comes. */
async function isComplete(fs: ExportFs, place: SwitchPlace): Promise<boolean> {
  const { folder, journal } = place;
  const { current, enters } = journal;
  if (current !== null && (await linkAt(fs, join(folder, current.name))) !== current.to) return false;
  for (const entry of enters) if (!(await hasEntered(fs, place, entry))) return false;
  return true;
}
