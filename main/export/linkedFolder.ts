import { basename, join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { quietly } from './fileErrors.ts';
import { currentNameFor, generationOf, linkText } from './generation.ts';
import { createStage, persistently, removeStage, restrictDirectory } from './stage.ts';

/**
 * Makes, out of a stage with files, a stage for a new folder: the files are a generation in it, with links that lead to
 * them. The stage that was is gone from its place also on failure.
 * @param mode of the generation
 * @param modesMayVary as of `createStage`
 * @returns the path of the new stage, which is durable but for its name
 */
export async function linkedStage(
  fs: ExportFs,
  parent: string,
  stage: string,
  names: readonly string[],
  { mode, modesMayVary }: { readonly mode: number; readonly modesMayVary: boolean },
): Promise<string> {
  const outer = await createStage(fs, parent, modesMayVary);
  try {
    await restrictDirectory(fs, stage, mode, modesMayVary);
    const generation = generationOf(basename(stage));
    await fs.rename(stage, join(outer, generation));
    const current = currentNameFor(names);
    await fs.symlink(generation, join(outer, current));
    for (const name of names) await fs.symlink(linkText(current, name), join(outer, name));
    await fs.syncDirectory(outer);
    return outer;
  } catch (error) {
    await quietly(() => persistently(() => removeStage(fs, outer)));
    throw error;
  }
}
