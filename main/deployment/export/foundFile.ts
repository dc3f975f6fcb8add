import { join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFs, FileFacts } from './exportFs.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import {
  currentIn,
  entryOf,
  generationNameOf,
  type HiddenFolder,
  holdOwn,
  idOf,
  isCurrentName,
  isGenerationName,
  isSame,
  removeOwn,
  stageNameOf,
} from './hiddenFolder.ts';
import { isOwn } from './hiddenNames.ts';
import { persistently } from './stage.ts';

/** Where one of our visible links leads. */
interface OwnLink {
  readonly current: string;
  readonly generation: string;
}

/** An existing file at the path of one to be written: a plain file, or one behind our own links. */
export interface FoundFile {
  /** Changes with the file and with every link on the way to it. */
  readonly version: string;
  /** Version of the directory entry itself: the file, or the link. */
  readonly entry: string;
  /** Path of the file itself, relative to the folder, links resolved. */
  readonly path: string;
  readonly link: OwnLink | null;
}

/** @throws `FileFault` for a link and for anything that is not a regular file */
export function refuseUnlessRegular(facts: FileFacts, name: string): void {
  if (facts.kind === 'symlink') throw new FileFault('symlink', name);
  if (facts.kind !== 'file') throw new FileFault('notRegular', name);
}

/** The target text of a link; `null`: there is no link. */
export async function linkAt(fs: ExportFs, path: string): Promise<string | null> {
  const facts = await unlessMissing(fs.facts(path));
  return facts?.kind === 'symlink' ? await unlessMissing(fs.readlink(path)) : null;
}

/** The target text of one of our links; `null`: there is none, or it isn't ours. */
export async function ownLinkAt(folder: HiddenFolder, name: string): Promise<string | null> {
  const path = join(folder.path, name);
  const facts = await unlessMissing(folder.fs.facts(path));
  if (facts?.kind !== 'symlink' || !isOwn(facts, folder.ownership)) return null;
  return unlessMissing(folder.fs.readlink(path));
}

/** The generation that a current link leads to; `null`: no link. @throws `FileFault` for anything that isn't ours */
async function generationBehind(folder: HiddenFolder, current: string): Promise<string | null> {
  const facts = await unlessMissing(folder.fs.facts(join(folder.path, current)));
  if (facts === null) return null;
  if (facts.kind !== 'symlink') throw new FileFault('exists', current);
  const generation = await ownLinkAt(folder, current);
  if (generation === null || !isGenerationName(generation) || entryOf(folder, generation) === null)
    throw new FileFault('symlink', current);
  return generation;
}

/**
 * Finds a file in a folder; `null`: there is none. Links must be ours and lead to a generation of ours in this folder.
 * @throws system errors; `FileFault` for any other link, and for anything that is not a file
 */
export async function findFile(folder: HiddenFolder, name: string): Promise<FoundFile | null> {
  const { fs } = folder;
  const path = join(folder.path, name);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return null;
  if (facts.kind !== 'symlink') {
    refuseUnlessRegular(facts, name);
    return { version: facts.version, entry: facts.version, path: name, link: null };
  }
  const current = currentIn((await ownLinkAt(folder, name)) ?? '', name);
  const generation = current === null ? null : await generationBehind(folder, current);
  await using directory = generation === null ? null : await holdOwn(folder, generation);
  if (current === null || generation === null || directory === null) throw new FileFault('symlink', name);
  const file = await unlessMissing(fs.facts(join(directory.path, name)));
  if (file?.kind !== 'file') throw new FileFault('symlink', name);
  const version = [facts.version, generation, file.version].join(' ');
  return { version, entry: facts.version, path: join(generation, name), link: { current, generation } };
}

/** The version of a regular file; `null`: there is none. @throws `FileFault` for links and anything else */
export async function versionAt(fs: ExportFs, path: string, name: string): Promise<string | null> {
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return null;
  refuseUnlessRegular(facts, name);
  return facts.version;
}

/**
 * Moves a file to a free path. Unlike a rename, a hard link never replaces a file that appears meanwhile.
 * @throws system errors; `FileFault` with `name` if the path is taken. The file may then exist at both paths.
 */
export async function placeNew(fs: ExportFs, from: string, to: string, name: string): Promise<void> {
  const linked = await fs.link(from, to).then(
    () => true,
    () => false,
  );
  if (linked) return fs.unlink(from);
  // Either the file system has no hard links, or the path is taken.
  if ((await versionAt(fs, to, name)) !== null) throw new FileFault('exists', name);
  await fs.rename(from, to);
}

/** The recorded generations of a folder that hold files of these names. */
export function generationsWith({ names: hidden, place }: HiddenFolder, names: readonly string[]): string[] {
  const wanted = new Set(names);
  const entries = hidden.in(place).filter((entry) => entry.names.some((name) => wanted.has(name)));
  return entries.map(({ id }) => generationNameOf(id));
}

/** The generations that our current links lead to. */
export async function generationsInUse(folder: HiddenFolder): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const name of (await folder.fs.list(folder.path)).filter(isCurrentName))
    used.add((await ownLinkAt(folder, name)) ?? '');
  return used;
}

/** Removes generations with these files that no link leads to: only one backup of a bundle is kept. */
export async function removeSuperseded(
  folder: HiddenFolder,
  names: readonly string[],
  keep: readonly (string | null)[],
): Promise<void> {
  const others = generationsWith(folder, names).filter((name) => !keep.includes(name));
  if (others.length === 0) return;
  const used = await generationsInUse(folder);
  for (const name of others) if (!used.has(name)) await removeGeneration(folder, name);
}

/** Removes a generation of ours; the rename to a temporary name makes a removal that is cut off repairable. */
export async function removeGeneration(folder: HiddenFolder, name: string): Promise<void> {
  const entry = entryOf(folder, name);
  const held = await holdOwn(folder, name);
  if (held === null || entry === null) return;
  await held.close();
  if (!isSame(held, entry)) return;
  const doomed = stageNameOf(idOf(name) ?? '');
  await unlessMissing(folder.fs.rename(join(folder.path, name), join(folder.path, doomed)));
  await persistently(() => removeOwn(folder, doomed));
}

/** Removes a current link of ours that no visible link leads through. */
export async function removeUnusedCurrent(folder: HiddenFolder, name: string): Promise<void> {
  if ((await ownLinkAt(folder, name)) === null || (await isCurrentUsed(folder, name))) return;
  await unlessMissing(folder.fs.unlink(join(folder.path, name)));
}

/** Whether a visible link of a folder leads through a current link. */
async function isCurrentUsed({ fs, path }: HiddenFolder, current: string): Promise<boolean> {
  for (const name of await fs.list(path)) {
    if (!isSafeName(name)) continue;
    const text = await linkAt(fs, join(path, name));
    if (text !== null && currentIn(text, name) === current) return true;
  }
  return false;
}

/**
 * Removes our current links that no visible link leads through, with their generations: the visible links were deleted, and
 * a private key is left. Not to be called while a switch is running in the folder. @throws system errors
 */
export async function removeOrphans(folder: HiddenFolder): Promise<void> {
  for (const current of (await folder.fs.list(folder.path)).filter(isCurrentName)) {
    const generation = await ownLinkAt(folder, current);
    const isOurs =
      generation !== null && isGenerationName(generation) && entryOf(folder, generation) !== null;
    if (!isOurs || (await isCurrentUsed(folder, current))) continue;
    // The link goes last, because it is how the generation is found.
    await removeGeneration(folder, generation);
    await unlessMissing(folder.fs.unlink(join(folder.path, current)));
  }
}
