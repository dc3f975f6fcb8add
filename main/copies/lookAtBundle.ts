import { join } from 'node:path';
import type { CopyBundle } from './copyRecord.ts';
import { findingOf, type LookFs, lookAtFile, type Sight } from './lookAtFile.ts';

/** By path. */
export type Sights = ReadonlyMap<string, Sight>;

/** Whether modes mean anything where a bundle is: a person agreed to a file system that keeps none. */
function keepsModes({ agreed }: CopyBundle): boolean {
  return !agreed.includes('modeNotKept');
}

/**
 * Looks at all files of a bundle. Where a link is on the way to them by now, they are not those that were written.
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
      finding === null
        ? await lookAtFile(fs, file, keepsModes(bundle), before?.get(path))
        : { finding, version: null };
    sights.set(path, sight);
  }
  return sights;
}
