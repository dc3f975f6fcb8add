import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { currentIn, isGenerationName } from './generation.ts';

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
  /** The file itself: no link is left in its last part. */
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

/**
 * The generation that a current link leads to; `null`: there is no such link.
 * @throws `FileFault` when there is something else, or the link leads anywhere else
 */
export async function generationBehind(
  fs: ExportFs,
  folder: string,
  current: string,
): Promise<string | null> {
  const facts = await unlessMissing(fs.facts(join(folder, current)));
  if (facts === null) return null;
  if (facts.kind !== 'symlink') throw new FileFault('exists', current);
  const generation = await fs.readlink(join(folder, current));
  if (!isGenerationName(generation)) throw new FileFault('symlink', current);
  return generation;
}

/**
 * Looks at a file of a folder. A link is taken only when it is one of ours that leads to a file of a generation in this
 * very folder.
 * @returns `null`: there is none
 * @throws system errors; `FileFault` for any other link, and for what is no file
 */
export async function findFile(fs: ExportFs, folder: string, name: string): Promise<FoundFile | null> {
  const path = join(folder, name);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return null;
  if (facts.kind !== 'symlink') {
    refuseUnlessRegular(facts, name);
    return { version: facts.version, entry: facts.version, path, link: null };
  }
  const current = currentIn(await fs.readlink(path), name);
  const generation = current === null ? null : await generationBehind(fs, folder, current);
  if (current === null || generation === null) throw new FileFault('symlink', name);
  const directory = await unlessMissing(fs.facts(join(folder, generation)));
  if (directory?.kind !== 'directory') throw new FileFault('symlink', name);
  const inside = join(folder, generation, name);
  const file = await unlessMissing(fs.facts(inside));
  if (file?.kind !== 'file') throw new FileFault('symlink', name);
  const version = [facts.version, generation, file.version].join(' ');
  return { version, entry: facts.version, path: inside, link: { current, generation } };
}
