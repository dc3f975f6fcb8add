import { join } from 'node:path';
import { isGenerationFile } from '../export/generation.ts';
import type { CopyBundle, CopyFile } from './copyRecord.ts';
import { findingOf, type LookFs, lookAtFile, type Sight } from './lookAtFile.ts';

/** By path. */
export type Sights = ReadonlyMap<string, Sight>;

/** Whether modes mean anything where a bundle is: a person agreed to a file system that keeps none. */
function keepsModes({ agreed }: CopyBundle): boolean {
  return !agreed.includes('modeNotKept');
}

/**
 * Where a file of a bundle is to be found: its path, or for a bundle behind links where its link leads. `null`: the link
 * is not there as it was made.
 * @throws system errors
 */
export async function placeOf(
  fs: LookFs,
  bundle: Pick<CopyBundle, 'target' | 'folder' | 'switching'>,
  { path, name }: Pick<CopyFile, 'path' | 'name'>,
): Promise<string | null> {
  // Without modes there are no links either: an export moves files there whatever the preset says.
  if (bundle.switching === 'rename' || !fs.posix) return path;
  if ((await fs.facts(path)).kind !== 'symlink') return null;
  const real = await fs.realpath(path);
  return isGenerationFile(join(bundle.target, bundle.folder), name, real) ? real : null;
}

async function lookAtPlace(
  fs: LookFs,
  bundle: CopyBundle,
  file: CopyFile,
  before: Sight | undefined,
): Promise<Sight> {
  try {
    const path = await placeOf(fs, bundle, file);
    if (path === null) return { finding: 'changed', version: null };
    return await lookAtFile(fs, { ...file, path }, keepsModes(bundle), before);
  } catch (error) {
    return { finding: findingOf(error), version: null };
  }
}

/**
 * Looks at all files of a bundle. Where a link is on the way to them by now, they are not those that were written, but
 * for the links that an export made itself.
 * @param before what the look before found, so that what did not change is not read; `null`: everything is read
 */
export async function lookAtBundle(fs: LookFs, bundle: CopyBundle, before: Sights | null): Promise<Sights> {
  const folder = join(bundle.target, bundle.folder);
  let finding: Sight['finding'] | null;
  try {
    finding = (await fs.realpath(folder)) === folder ? null : 'changed';
  } catch (error) {
    finding = findingOf(error);
  }
  const sights = new Map<string, Sight>();
  for (const file of bundle.files) {
    const { path } = file;
    const sight =
      finding === null ? await lookAtPlace(fs, bundle, file, before?.get(path)) : { finding, version: null };
    sights.set(path, sight);
  }
  return sights;
}
