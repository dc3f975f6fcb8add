import type { PlannedContent } from '../export/exportPorts.ts';
import type { CopyBundle } from './copyRecord.ts';
import { checkBundle, type FileFinding, type ReadOnlyFs } from './fileCheck.ts';

/** Files that may be overwritten. `ours`: as written, or missing. `untouched`: as written. `anything`: the user agreed. */
export type Overwrite = 'ours' | 'untouched' | 'anything';

/** Reads every file of a bundle, regardless of earlier checks. */
export async function findingsOf(fs: ReadOnlyFs, bundle: CopyBundle): Promise<readonly FileFinding[]> {
  return [...(await checkBundle(fs, bundle, null)).values()].map(({ finding }) => finding);
}

export async function mayOverwrite(
  fs: ReadOnlyFs,
  bundle: CopyBundle,
  overwrite: Overwrite,
): Promise<boolean> {
  return isOverwritable(await findingsOf(fs, bundle), overwrite);
}

export function isOverwritable(findings: readonly FileFinding[], overwrite: Overwrite): boolean {
  if (overwrite === 'anything') return true;
  return findings.every(
    (finding) =>
      finding !== 'changed' &&
      finding !== 'unreadable' &&
      !(finding === 'missing' && overwrite === 'untouched'),
  );
}

/** Whether all files are on the disk as they were written, with their permissions. */
export function isAsWritten(findings: readonly FileFinding[]): boolean {
  return findings.every((finding) => finding === 'asWritten');
}

/** Whether a bundle has exactly these files, by the registry. */
export function hasContent(
  { files }: Pick<CopyBundle, 'files'>,
  content: readonly PlannedContent[],
): boolean {
  if (files.length !== content.length) return false;
  return content.every(({ name, sha256, mode }) =>
    files.some((file) => file.name === name && file.sha256 === sha256 && file.mode === mode),
  );
}
