import { join } from 'node:path';
import { quietly } from './fileErrors.ts';
import { currentNameFor, generationNameOf, linkText } from './generation.ts';
import type { HiddenFolder } from './hiddenFolder.ts';
import type { HiddenEntry } from './hiddenNames.ts';
import { createStage, discardStage, restrictDirectory, type Stage } from './stage.ts';

/** What a stage for a new folder with links may hold. @param inner random part of the name of its generation */
export function linkedNames(inner: string, names: readonly string[]): HiddenEntry['names'] {
  return [generationNameOf(inner), currentNameFor(names), ...names];
}

export interface LinkedWish {
  /** Random parts of the names of the stage that is there, and of the new one. */
  readonly inner: string;
  readonly outer: string;
  readonly names: readonly string[];
  /** Of the generation. */
  readonly mode: number;
  /** As of `createStage`. */
  readonly modesMayVary: boolean;
}

/**
 * Makes, out of a stage with files, a stage for a new folder: the files are a generation in it, with links that lead to
 * them.
 * @returns the new stage, which is durable but for its name
 */
export async function linkedStage(
  folder: HiddenFolder,
  stage: Stage,
  { inner, outer, names, mode, modesMayVary }: LinkedWish,
): Promise<Stage> {
  const { fs } = folder;
  const made = await createStage(folder, outer, modesMayVary);
  try {
    const { path } = made.directory;
    await restrictDirectory(stage.directory, mode, modesMayVary);
    const generation = generationNameOf(inner);
    await fs.rename(join(folder.path, stage.name), join(path, generation));
    const current = currentNameFor(names);
    await fs.symlink(generation, join(path, current));
    for (const name of names) await fs.symlink(linkText(current, name), join(path, name));
    await fs.syncDirectory(path);
    return made;
  } catch (error) {
    await quietly(() => discardStage(folder, made));
    throw error;
  }
}
