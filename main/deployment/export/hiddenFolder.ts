import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { systemCode, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { idOf, isGenerationName } from './generation.ts';
import type { HeldDirectory } from './heldDirectory.ts';
import { type HiddenEntry, type HiddenNames, isOwn, type Ownership } from './hiddenNames.ts';
import { journalNames } from './switchJournal.ts';

/** A folder with files of bundles, and what is remembered of its hidden names. */
export interface HiddenFolder {
  readonly fs: ExportFs;
  /** Leads to the folder: its path, or that of the folder while it is held. */
  readonly path: string;
  /** The absolute path by which the folder is remembered. */
  readonly place: string;
  readonly names: HiddenNames;
  readonly ownership: Ownership;
}

/** Runs with a folder held, so that nothing can take its place meanwhile. @throws system errors, and what `run` throws */
export async function withHeld<Value>(
  folder: HiddenFolder,
  run: (held: HiddenFolder, facts: FileFacts) => Promise<Value>,
): Promise<Value> {
  const held = await folder.fs.hold(folder.path);
  try {
    return await run({ ...folder, path: held.path }, held.facts);
  } finally {
    await held.close();
  }
}

/** What is remembered of a hidden name; `null`: it is not ours. */
export function entryOf({ names, place }: HiddenFolder, name: string): HiddenEntry | null {
  const id = idOf(name);
  return id === null ? null : names.find(place, id);
}

/** Whether a link is there that nobody else made. */
export async function isOwnLink(folder: HiddenFolder, name: string): Promise<boolean> {
  const facts = await unlessMissing(folder.fs.facts(join(folder.path, name)));
  return facts?.kind === 'symlink' && isOwn(facts, folder.ownership);
}

/**
 * Opens a hidden directory of ours. `null`: there is none, or what is there is not ours: it is no directory, belongs to
 * another user, can be written to by others, or is not remembered. Whoever calls closes it. @throws system errors
 */
export async function holdOwn(folder: HiddenFolder, name: string): Promise<HeldDirectory | null> {
  const entry = entryOf(folder, name);
  return entry === null ? null : holdEntry(folder, name, entry.ownership);
}

async function holdEntry(
  { fs, path }: HiddenFolder,
  name: string,
  ownership: Ownership,
): Promise<HeldDirectory | null> {
  const held = await unlessNoDirectory(fs.hold(join(path, name)));
  if (held === null || isOwn(held.facts, ownership)) return held;
  await held.close();
  return null;
}

/** Whether a directory is the very one that is remembered, and not another one of the same user in its place. */
export function isSame({ facts }: HeldDirectory, { inode }: HiddenEntry): boolean {
  return inode === null || inode === facts.inode;
}

/**
 * Removes a hidden directory of ours, or a hidden file: of what lies in it only files and links that are remembered.
 * Links are not followed. Anything else stays, with the directories that it lies in. @throws system errors
 */
export async function removeOwn(folder: HiddenFolder, name: string): Promise<void> {
  const entry = entryOf(folder, name);
  if (entry === null) return;
  const path = join(folder.path, name);
  const facts = await unlessMissing(folder.fs.facts(path));
  if (facts === null) return;
  if (facts.kind === 'file' && isOwn(facts, entry.ownership)) await unlessMissing(folder.fs.unlink(path));
  if (facts.kind === 'directory') await removeDirectory(folder, name, entry);
}

async function removeDirectory(folder: HiddenFolder, name: string, entry: HiddenEntry): Promise<void> {
  const held = await holdEntry(folder, name, entry.ownership);
  if (held === null) return;
  try {
    if (!isSame(held, entry)) return;
    const inside = { ...folder, path: held.path };
    for (const each of entry.names.filter(isGenerationName))
      await removeDirectory(inside, each, { ...entry, inode: null });
    for (const each of [...entry.names, ...journalNames]) await removeFile(inside, each);
  } finally {
    await held.close();
  }
  await unlessNotEmpty(unlessMissing(folder.fs.removeDirectory(join(folder.path, name))));
}

async function removeFile({ fs, path }: HiddenFolder, name: string): Promise<void> {
  const facts = await unlessMissing(fs.facts(join(path, name)));
  if (facts?.kind === 'file' || facts?.kind === 'symlink') await unlessMissing(fs.unlink(join(path, name)));
}

async function unlessNoDirectory<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null;
    throw error;
  }
}

async function unlessNotEmpty<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return null;
    throw error;
  }
}
