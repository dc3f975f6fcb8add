import { join } from 'node:path';
import { FileFault, quietly } from './fileErrors.ts';
import { finishQuietly, finishSwitch } from './finishSwitch.ts';
import { ownLinkAt, refuseUnlessRegular } from './foundFile.ts';
import { type HiddenFolder, holdOwn, removeOwn } from './hiddenFolder.ts';
import { placeNew } from './placeNew.ts';
import { planSwitch, type WantedFiles } from './planSwitch.ts';
import { createStage, persistently, restrictDirectory, type Stage } from './stage.ts';
import { decide, readJournal, type SwitchJournal, writeJournal } from './switchJournal.ts';
import { hasEntered, linkOf, pathsOf, pointCurrent, type SwitchPlace } from './switchSteps.ts';
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
 * already, it keeps them. The folder and both directories are held open meanwhile: see ADR 22.
 */

/** A switch to the wanted files. */
export interface Switch extends WantedFiles {
  /** The directory in the folder that the files are in: a stage, or a kept generation. */
  readonly source: Stage;
  /** Random part of the name of the directory that former files are moved to; it is remembered. */
  readonly asideId: string;
  /** Of the directory that links lead to. */
  readonly mode: number;
  /** The file system is known to keep no modes, and the person agreed. */
  readonly modesMayVary: boolean;
  /** Throws when the folder is no longer what was surveyed; called right before the first step. */
  readonly check: () => Promise<void>;
}

/**
 * Replaces or adds the files of one bundle in a folder that is there, and is held. Durable when it returns.
 * @returns name of the directory with the former files; `null`: there were none, or they could not be kept
 * @throws what went wrong, after the former files were put back; a source that is a stage is then the caller's
 */
export async function switchInto(folder: HiddenFolder, wanted: Switch): Promise<string | null> {
  const { fs } = folder;
  const journal = await planSwitch(folder, wanted.source.name, wanted);
  const aside = await createStage(folder, wanted.asideId, wanted.modesMayVary);
  const place = { folder, aside, source: wanted.source.directory, journal };
  try {
    try {
      await writeJournal(fs, aside.directory.path, journal);
      await run(place, wanted);
      await fs.syncDirectory(aside.directory.path);
      await fs.syncDirectory(folder.path);
      await persistently(() => decide(fs, aside.directory.path));
    } catch (error) {
      // If even that fails, the journal stays for the next start.
      await quietly(() => persistently(() => undoSwitch(place)));
      throw error;
    }
    return await finishQuietly(place);
  } finally {
    await aside.directory.close();
  }
}

async function run(place: SwitchPlace, wanted: Switch): Promise<void> {
  const only = singleFile(place.journal);
  if (only !== null && (await replaceSingle(place, only, wanted))) return;
  await wanted.check();
  for (const name of place.journal.leaves) await moveAside(place, name, wanted);
  if (place.journal.current === null) return enterFiles(place, wanted);
  await leadTo(place, place.journal.current, wanted);
  for (const { name } of place.journal.enters)
    await place.folder.fs.symlink(linkOf(place.journal, name), join(place.folder.path, name));
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
  place: SwitchPlace,
  name: string,
  { source, check }: Pick<Switch, 'source' | 'check'>,
): Promise<boolean> {
  const { fs } = place.folder;
  const [path, aside] = pathsOf(place, name);
  const kept = await fs.link(path, aside).then(
    () => true,
    () => false,
  );
  if (!kept) return false;
  await check();
  await fs.rename(join(source.directory.path, name), path);
  return true;
}

/** What is moved is looked at again: it is there in its own name, so nothing that came in between is lost. */
async function moveAside(place: SwitchPlace, name: string, { found }: Switch): Promise<void> {
  const { fs } = place.folder;
  const [path, aside] = pathsOf(place, name);
  await fs.rename(path, aside);
  const former = found.get(name);
  const facts = await fs.facts(aside);
  if (former?.link == null) refuseUnlessRegular(facts, name);
  if (former?.entry !== facts.version) throw new FileFault('changed', name);
}

async function enterFiles({ folder, journal }: SwitchPlace, { source }: Switch): Promise<void> {
  for (const { name } of journal.enters)
    await placeNew(folder.fs, join(source.directory.path, name), join(folder.path, name), name);
}

async function leadTo(
  place: SwitchPlace,
  { name, from, to }: NonNullable<SwitchJournal['current']>,
  { source, mode, modesMayVary }: Switch,
): Promise<void> {
  const { fs, path } = place.folder;
  await restrictDirectory(source.directory, mode, modesMayVary);
  if (source.name !== to) await fs.rename(join(path, source.name), join(path, to));
  if (from === null) await fs.symlink(to, join(path, name));
  else await pointCurrent(place, name, to);
}

/**
 * Repairs what a killed switch left in a folder: all new files, or all former ones. May be repeated. What is not ours is
 * left alone.
 * @param folder is held
 * @param left name of a directory in it: of a stage, or of a generation, of which only a switch that was decided is ended
 * @throws system errors, `FileFault`
 */
export async function repairSwitch(folder: HiddenFolder, left: string, isKept: boolean): Promise<void> {
  const directory = await holdOwn(folder, left);
  if (directory === null) return;
  try {
    const state = await readJournal(folder.fs, directory.path);
    // Another version of the app knows what to do with it.
    if (state.kind === 'foreign') return;
    if (isKept && state.kind !== 'decided') return;
    if (state.kind === 'none' || state.kind === 'unreadable') return await removeOwn(folder, left);
    const source = await holdOwn(folder, state.journal.source);
    const place = { folder, aside: { name: left, directory }, source, journal: state.journal };
    try {
      if (state.kind === 'underWay') {
        if (!(await isComplete(place))) return await undoSwitch(place);
        await decide(folder.fs, directory.path);
      }
      await finishSwitch(place);
    } finally {
      await source?.close();
    }
  } finally {
    await directory.close();
  }
}

/** What is to leave has left before anything comes. */
async function isComplete(place: SwitchPlace): Promise<boolean> {
  const { current, enters } = place.journal;
  if (current !== null && (await ownLinkAt(place.folder, current.name)) !== current.to) return false;
  for (const entry of enters) if (!(await hasEntered(place, entry))) return false;
  return true;
}
