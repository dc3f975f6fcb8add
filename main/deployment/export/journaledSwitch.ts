import { join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import type { HeldDirectory } from './exportFs.ts';
import { FileFault, quietly, unlessMissing } from './fileErrors.ts';
import {
  ownLinkAt,
  placeNew,
  refuseUnlessRegular,
  removeSuperseded,
  removeUnusedCurrent,
} from './foundFile.ts';
import {
  generationNameOf,
  type HiddenFolder,
  holdOwn,
  idOf,
  isGenerationName,
  isStageName,
  removeOwn,
} from './hiddenFolder.ts';
import { createStage, persistently, type Stage } from './stage.ts';
import {
  decide,
  forgetJournal,
  planSwitch,
  readJournal,
  type SwitchJournal,
  type WantedFiles,
  writeJournal,
} from './switchJournal.ts';

/*
 * Replaces several files in an existing folder as one transaction (ADR 16). Node has no exchanging rename, and renaming
 * the folder would lose its other files, permissions, watchers and mounts. So a directory `aside` in the folder holds a
 * durable journal:
 *
 *   1. The source (a stage or a kept generation) holds all new files, synced. The journal is written and synced.
 *   2. All previous files are moved aside, then the new ones are moved in, so that old and new never stand side by side.
 *      A single file is replaced in one rename.
 *   3. The folder is synced and the journal is renamed, which commits the switch.
 *   4. The files moved aside are kept as a generation, and the generation kept before is removed.
 *
 * A failure before 3 puts the previous files back. After a kill, the next start does the same, or commits if every new
 * file is in place. The folder and both directories are held open meanwhile (ADR 22).
 */

interface RunningSwitch {
  readonly folder: HiddenFolder;
  /** The directory with the journal and the files moved aside. */
  readonly aside: Stage;
  /** The directory of the new files; `null`: it no longer exists. */
  readonly source: HeldDirectory | null;
  readonly journal: SwitchJournal;
}

export interface SwitchOptions extends WantedFiles {
  /** The directory of the new files, inside the folder: a stage, or a kept generation. */
  readonly source: Stage;
  /** Recorded id of the directory that previous files are moved to. */
  readonly asideId: string;
  /** Throws if the folder is no longer as surveyed; called right before the first step. */
  readonly check: () => Promise<void>;
}

/**
 * Replaces or adds the files of one bundle in an existing, held folder. Durable on return.
 * @returns name of the directory with the previous files; `null`: there were none, or they could not be kept
 * @throws what went wrong, after the previous files were put back; a source that is a stage is left to the caller
 */
export async function switchInto(folder: HiddenFolder, wanted: SwitchOptions): Promise<string | null> {
  const { fs } = folder;
  const journal = planSwitch(wanted.source.name, wanted);
  const aside = await createStage(folder, wanted.asideId);
  await using directory = aside.directory;
  const running = { folder, aside, source: wanted.source.directory, journal };
  try {
    await writeJournal(fs, directory.path, journal);
    await moveFiles(running, wanted);
    await fs.syncDirectory(directory.path);
    await fs.syncDirectory(folder.path);
    await persistently(() => decide(fs, directory.path));
  } catch (error) {
    // If the rollback fails too, the journal stays for the next start.
    await quietly(() => persistently(() => rollBack(running)));
    throw error;
  }
  return await finishCommitted(running);
}

async function moveFiles(running: RunningSwitch, wanted: SwitchOptions): Promise<void> {
  const { folder, journal } = running;
  const only = singleFile(journal);
  if (only !== null && (await replaceSingle(running, only, wanted))) return;
  await wanted.check();
  for (const name of journal.leaves) await moveAside(running, name, wanted);
  for (const { name } of journal.enters)
    await placeNew(folder.fs, join(wanted.source.directory.path, name), join(folder.path, name), name);
}

/** The name, if the switch only replaces one plain file with another. */
function singleFile({ leaves, enters, former }: SwitchJournal): string | null {
  const [name, ...others] = leaves;
  if (name === undefined || others.length > 0 || former !== 'aside') return null;
  return enters.length === 1 && enters[0]?.name === name ? name : null;
}

/** @returns false on file systems without hard links, by which the previous file is kept */
async function replaceSingle(
  running: RunningSwitch,
  name: string,
  { source, check }: Pick<SwitchOptions, 'source' | 'check'>,
): Promise<boolean> {
  const { fs } = running.folder;
  const [path, aside] = pathsOf(running, name);
  const kept = await fs.link(path, aside).then(
    () => true,
    () => false,
  );
  if (!kept) return false;
  await check();
  await fs.rename(join(source.directory.path, name), path);
  return true;
}

/** The file is checked again after the move, so that a change made meanwhile is noticed and nothing is lost. */
async function moveAside(running: RunningSwitch, name: string, { found }: SwitchOptions): Promise<void> {
  const { fs } = running.folder;
  const [path, aside] = pathsOf(running, name);
  await fs.rename(path, aside);
  const previous = found.get(name);
  const facts = await fs.facts(aside);
  if (previous?.link == null) refuseUnlessRegular(facts, name);
  if (previous?.entry !== facts.version) throw new FileFault('changed', name);
}

/** The visible path of a file, and its path when moved aside. */
function pathsOf({ folder, aside }: RunningSwitch, name: string): readonly [string, string] {
  return [join(folder.path, name), join(aside.directory.path, name)];
}

/** Whether a new file is in place, with the content it was placed with. */
async function hasEntered(
  running: RunningSwitch,
  { name, digest }: SwitchJournal['enters'][number],
): Promise<boolean> {
  const { fs } = running.folder;
  const [path, aside] = pathsOf(running, name);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return false;
  if (running.journal.leaves.includes(name)) {
    const previous = await unlessMissing(fs.facts(aside));
    // Not moved aside yet (with the same content), or kept by a hard link and not replaced yet.
    if (previous === null || previous.identity === facts.identity) return false;
  }
  if (facts.kind !== 'file') return false;
  const content = await fs.read(path);
  const found = sha256Hex(content);
  content.fill(0);
  return found === digest;
}

/**
 * Removes everything new, then puts the previous files back. What other programs wrote meanwhile stays. Idempotent.
 * @throws system errors, `FileFault`; the journal still exists then
 */
async function rollBack(running: RunningSwitch): Promise<void> {
  const { folder, aside, journal } = running;
  for (const entry of journal.enters) {
    if (await hasEntered(running, entry)) await takeOut(running, entry.name);
  }
  for (const name of journal.leaves) await bringBack(running, name);
  // Of a switch of links, the new files had their later name already.
  if (journal.current !== null && isStageName(journal.source)) await removeOwn(folder, journal.current.to);
  await folder.fs.syncDirectory(folder.path);
  await removeOwn(folder, aside.name);
}

/** Deletes a new file that came from a stage; moves one of a kept generation back there. */
async function takeOut(running: RunningSwitch, name: string): Promise<void> {
  const { folder, source, journal } = running;
  const { fs } = folder;
  const [path] = pathsOf(running, name);
  if (!isGenerationName(journal.source)) return fs.unlink(path);
  // This is the only copy of the file, so it stays visible.
  if (source === null) throw new FileFault('notFound', journal.source);
  const from = join(source.path, name);
  // If it exists at both paths, these are hard links of one file, and a rename would do nothing.
  if ((await unlessMissing(fs.facts(from))) === null) await fs.rename(path, from);
  else await fs.unlink(path);
}

async function bringBack(running: RunningSwitch, name: string): Promise<void> {
  const { fs } = running.folder;
  const [path, aside] = pathsOf(running, name);
  if ((await unlessMissing(fs.facts(aside))) === null) return;
  if ((await unlessMissing(fs.facts(path))) === null) await fs.rename(aside, path);
}

/** Cleans up after a commit. System errors are ignored: the new files stay, and the next start continues. */
async function finishCommitted(running: RunningSwitch): Promise<string | null> {
  let previous: string | null = null;
  await quietly(() =>
    persistently(async () => {
      previous = await keepPrevious(running);
    }),
  );
  await quietly(() => persistently(() => cleanUp(running, previous)));
  return previous;
}

/** Makes the files moved aside a kept generation. @returns the directory with the previous files; `null`: there are none */
async function keepPrevious({ folder, aside, journal }: RunningSwitch): Promise<string | null> {
  if (journal.former !== 'aside') return journal.former;
  if (!isStageName(aside.name)) return aside.name;
  const kept = keptNameOf(aside.name);
  await folder.fs.rename(join(folder.path, aside.name), join(folder.path, kept));
  return kept;
}

async function cleanUp({ folder, aside, journal }: RunningSwitch, previous: string | null): Promise<void> {
  const { current, source, names, formerCurrents } = journal;
  for (const name of formerCurrents) await removeUnusedCurrent(folder, name);
  await removeSuperseded(folder, names, [previous, current?.to ?? null]);
  // Of a switch of links, the source itself became the generation.
  if (current === null) await removeOwn(folder, source);
  if (previous === null || previous !== keptNameOf(aside.name)) return await removeOwn(folder, aside.name);
  // Its name changed. On macOS and Windows, directories are held by their path.
  await using kept = await holdOwn(folder, previous);
  if (kept !== null) await forgetJournal(folder.fs, kept.path);
}

function keptNameOf(name: string): string {
  return generationNameOf(idOf(name) ?? '');
}

/**
 * Repairs a switch that was killed: afterwards the folder, which is held, has all new or all previous files. Idempotent.
 * @param left name of the switch's directory
 * @param isKept it is a kept generation, where only a committed switch has anything left to do
 * @throws system errors, `FileFault`
 */
export async function repairSwitch(folder: HiddenFolder, left: string, isKept: boolean): Promise<void> {
  await using directory = await holdOwn(folder, left);
  if (directory === null) return;
  const state = await readJournal(folder.fs, directory.path);
  // Left to the version of the app that wrote it.
  if (state.kind === 'foreign') return;
  if (isKept && state.kind !== 'decided') return;
  if (state.kind === 'none' || state.kind === 'unreadable') return await removeOwn(folder, left);
  const { journal } = state;
  await using source = await holdOwn(folder, journal.source);
  const running = { folder, aside: { name: left, directory }, source, journal };
  if (state.kind === 'underWay') {
    const isNew = journal.current === null ? await isComplete(running) : await completeLinks(running);
    if (!isNew) return await rollBack(running);
    await decide(folder.fs, directory.path);
  }
  await cleanUp(running, await keepPrevious(running));
}

/** Whether all new files are in place. Previous files are moved aside before, so these are gone then. */
async function isComplete(running: RunningSwitch): Promise<boolean> {
  for (const entry of running.journal.enters) if (!(await hasEntered(running, entry))) return false;
  return true;
}

/**
 * Completes a switch of links that a version up to 0.3 began, if its current link leads to the new files already: what is
 * missing is put in place as plain files. Before that, no new link was made.
 * @returns whether all new files are in place
 * @throws system errors, `FileFault` `notFound` if there are no new files any more
 */
async function completeLinks({ folder, journal: { current, enters } }: RunningSwitch): Promise<boolean> {
  if (current === null || (await ownLinkAt(folder, current.name)) !== current.to) return false;
  const { fs } = folder;
  await using directory = await holdOwn(folder, current.to);
  if (directory === null) throw new FileFault('notFound', current.to);
  for (const { name } of enters) {
    const path = join(folder.path, name);
    if ((await unlessMissing(fs.facts(path))) === null)
      await placeNew(fs, join(directory.path, name), path, name);
  }
  await fs.syncDirectory(folder.path);
  return true;
}
