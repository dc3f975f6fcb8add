import { join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import { unlessMissing } from './fileErrors.ts';
import { linkAt, ownLinkAt } from './foundFile.ts';
import {
  currentIn,
  generationNameOf,
  idOf,
  isCurrentName,
  isGenerationName,
  stageNameOf,
} from './generation.ts';
import { entryOf, type HiddenFolder, holdOwn, isSame, removeOwn } from './hiddenFolder.ts';
import { persistently } from './stage.ts';

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
