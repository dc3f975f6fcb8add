import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { currentIn, isGenerationName } from './generation.ts';
import { entryOf, type HiddenFolder, holdOwn, isOwnLink } from './hiddenFolder.ts';

/** Where a visible link of ours leads. */
export interface OwnLink {
  readonly current: string;
  readonly generation: string;
}

/** A file in the place of one that is to be written: a plain one, or one behind a link of ours. */
export interface FoundFile {
  /** Changes with the file, and with every link on the way to it. */
  readonly version: string;
  /** Version of what is in the place itself: the file, or the link. */
  readonly entry: string;
  /** Where the file itself is, relative to the folder: no link is left in its last part. */
  readonly path: string;
  readonly link: OwnLink | null;
}

/** @throws `FileFault` for a link and for what is no file */
export function refuseUnlessRegular(facts: FileFacts, name: string): void {
  if (facts.kind === 'symlink') throw new FileFault('symlink', name);
  if (facts.kind !== 'file') throw new FileFault('notRegular', name);
}

/** What a link says; `null`: there is none. */
export async function linkAt(fs: ExportFs, path: string): Promise<string | null> {
  const facts = await unlessMissing(fs.facts(path));
  return facts?.kind === 'symlink' ? await unlessMissing(fs.readlink(path)) : null;
}

/** What a link of ours says; `null`: there is none that is ours. */
export async function ownLinkAt(folder: HiddenFolder, name: string): Promise<string | null> {
  if (!(await isOwnLink(folder, name))) return null;
  return unlessMissing(folder.fs.readlink(join(folder.path, name)));
}

/**
 * The generation that a current link leads to; `null`: there is no such link.
 * @throws `FileFault` when there is something else, the link is not ours, or it leads to what is not
 */
export async function generationBehind(folder: HiddenFolder, current: string): Promise<string | null> {
  const facts = await unlessMissing(folder.fs.facts(join(folder.path, current)));
  if (facts === null) return null;
  if (facts.kind !== 'symlink') throw new FileFault('exists', current);
  const generation = await ownLinkAt(folder, current);
  if (generation === null || !isGenerationName(generation) || entryOf(folder, generation) === null)
    throw new FileFault('symlink', current);
  return generation;
}

/**
 * Looks at a file of a folder. A link is taken only when it is one of ours that leads to a file of a generation of ours in
 * this very folder.
 * @returns `null`: there is none
 * @throws system errors; `FileFault` for any other link, and for what is no file
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
  const directory = generation === null ? null : await holdOwn(folder, generation);
  if (current === null || generation === null || directory === null) throw new FileFault('symlink', name);
  try {
    const file = await unlessMissing(fs.facts(join(directory.path, name)));
    if (file?.kind !== 'file') throw new FileFault('symlink', name);
    const version = [facts.version, generation, file.version].join(' ');
    return { version, entry: facts.version, path: join(generation, name), link: { current, generation } };
  } finally {
    await directory.close();
  }
}
