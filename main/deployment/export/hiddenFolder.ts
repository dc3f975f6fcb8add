import { join } from 'node:path';
import type { ExportFs, FileFacts, HeldDirectory } from './exportFs.ts';
import { unlessMissing, unlessRefused } from './fileErrors.ts';
import { idOf, isGenerationName, switchFileNames } from './generation.ts';
import { type HiddenEntry, type HiddenNames, isOwn, type Ownership } from './hiddenNames.ts';

/** A folder with files of bundles, and the record of its hidden names. */
export interface HiddenFolder {
  readonly fs: ExportFs;
  /** The path to use: the folder's own, or that of the held directory. */
  readonly path: string;
  /** The absolute path under which the folder is recorded. */
  readonly place: string;
  readonly names: HiddenNames;
  readonly ownership: Ownership;
  /** The file system is known to keep no modes, and the user agreed: modes that can't be set are ignored. */
  readonly modesMayVary: boolean;
}

/** Holds a folder open while `run` runs, so that it can't be replaced. @throws system errors, and what `run` throws */
export async function withHeld<Value>(
  folder: HiddenFolder,
  run: (held: HiddenFolder, facts: FileFacts) => Promise<Value>,
): Promise<Value> {
  await using held = await folder.fs.hold(folder.path);
  return await run({ ...folder, path: held.path }, held.facts);
}

/** The record of a hidden name; `null`: it isn't ours. */
export function entryOf({ names, place }: HiddenFolder, name: string): HiddenEntry | null {
  const id = idOf(name);
  return id === null ? null : names.find(place, id);
}

/**
 * Opens a hidden directory. `null` if it doesn't exist or isn't ours: not a directory, owned or writable by another user, or
 * not recorded. @throws system errors
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
  const held = await unlessRefused(fs.hold(join(path, name)), ['ENOENT', 'ENOTDIR', 'ELOOP']);
  if (held === null || isOwn(held.facts, ownership)) return held;
  await held.close();
  return null;
}

/** Whether a directory is the recorded one rather than another one of the same user at its path. */
export function isSame({ facts }: HeldDirectory, { inode }: HiddenEntry): boolean {
  return inode === null || inode === facts.inode;
}

/**
 * Removes a hidden directory or file of ours. A directory with more than recorded files and links stays; links aren't
 * followed. @throws system errors
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
    for (const each of [...entry.names, ...Object.values(switchFileNames)]) await removeFile(inside, each);
  } finally {
    await held.close();
  }
  const codes = ['ENOENT', 'ENOTEMPTY', 'EEXIST'];
  await unlessRefused(folder.fs.removeDirectory(join(folder.path, name)), codes);
}

async function removeFile({ fs, path }: HiddenFolder, name: string): Promise<void> {
  const facts = await unlessMissing(fs.facts(join(path, name)));
  if (facts?.kind === 'file' || facts?.kind === 'symlink') await unlessMissing(fs.unlink(join(path, name)));
}
