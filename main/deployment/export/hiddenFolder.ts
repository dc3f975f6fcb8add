import { basename, dirname, join } from 'node:path';
import type { ExportFs, FileFacts, HeldDirectory } from './exportFs.ts';
import { unlessMissing, unlessRefused } from './fileErrors.ts';
import { type HiddenEntry, type HiddenNames, isOwn, type Ownership } from './hiddenNames.ts';

/*
 * Hidden names in the folder of a bundle:
 * - stage, `.notafter-<id>.tmp`: a temporary file or directory;
 * - generation, `.notafter-<id>.generation`: a directory with the files of one write under their own names: the previous
 *   files, or those that links lead to;
 * - current link, `.notafter-<hash>.current`: leads to a generation. Versions up to 0.3 could write links instead of files,
 *   which lead through it: `privkey.pem` -> `.notafter-….current/privkey.pem`, `.notafter-….current` ->
 *   `.notafter-….generation`. They are read, and the next write puts plain files in their place (ADR 105).
 * All links are relative and stay inside the folder. The random ids are recorded, see `HiddenNames`.
 */

const stageName = /^\.notafter-([0-9a-f]{24})\.tmp$/;
const generationName = /^\.notafter-([0-9a-f]{24})\.generation$/;
const currentName = /^\.notafter-[0-9a-f]{12}\.current$/;

/** All hidden names, as a pattern of gitignore(5). */
export const hiddenPattern = '.notafter-*';

/** Names of a switch's own files in its directory. No bundle file can have them, as those are never hidden. */
export const switchFileNames = {
  underWay: '.journal.json',
  decided: '.decided.json',
  /** Of versions up to 0.3. */
  draftLink: '.current',
} as const;

export function stageNameOf(id: string): string {
  return `.notafter-${id}.tmp`;
}

/** The name that a stage with this id gets when it is kept. */
export function generationNameOf(id: string): string {
  return `.notafter-${id}.generation`;
}

/** The id in the name of a stage or a generation; `null` for any other name. */
export function idOf(name: string): string | null {
  return (stageName.exec(name) ?? generationName.exec(name))?.[1] ?? null;
}

export function isStageName(name: string): boolean {
  return stageName.test(name);
}

export function isGenerationName(name: string): boolean {
  return generationName.test(name);
}

export function isCurrentName(name: string): boolean {
  return currentName.test(name);
}

/** The current link that a file's visible link leads through; `null` for any other link text. */
export function currentIn(text: string, name: string): string | null {
  const current = text.slice(0, -name.length - 1);
  return isCurrentName(current) && text === `${current}/${name}` ? current : null;
}

/** Whether a real path is a bundle's file inside a generation. `folder`: the bundle's, absolute and without links. */
export function isGenerationFile(folder: string, name: string, realPath: string): boolean {
  const directory = dirname(realPath);
  return (
    basename(realPath) === name &&
    isGenerationName(basename(directory)) &&
    directory === join(folder, basename(directory))
  );
}

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
