import { join } from 'node:path';
import type { PutBackFiles } from '../export/exportDestination.ts';
import type { CopyBundle, FormerRecord } from './copyRecord.ts';
import { folderOf } from './copyView.ts';

/** What is to be known of the files of a bundle when others take their place. */
export function recordOf(bundle: CopyBundle): FormerRecord {
  const { presetId, fingerprint256, notBefore, notAfter, chainComplete, writtenAt } = bundle;
  const files = bundle.files.map(({ path: _path, ...file }) => file);
  return { presetId, fingerprint256, notBefore, notAfter, chainComplete, writtenAt, files };
}

/** Whether these are the very files that a record is of. */
function areOf(record: FormerRecord, files: PutBackFiles['files']): boolean {
  const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return (
    digests.size === record.files.length &&
    record.files.every(({ name, sha256 }) => digests.get(name) === sha256)
  );
}

/**
 * A bundle once its former files are in their place again, and what was there is kept instead of them. It is not kept
 * fresh any more: it would be rewritten at once. Files that no record is of are another hand's: they stand in the place
 * of the bundle's own, as if that hand had just changed them, and the own ones are what can be put back.
 * @param wereOurs whether the files that were there were the bundle's own
 */
export function withFilesBack(bundle: CopyBundle, back: PutBackFiles, wereOurs: boolean): CopyBundle {
  const former =
    back.former === null ? null : { directory: back.former, record: wereOurs ? recordOf(bundle) : null };
  const after = { ...bundle, former, keepFresh: false };
  const record = bundle.former?.record ?? null;
  if (record === null || !areOf(record, back.files)) return after;
  const files = record.files.map((file) => ({ ...file, path: join(folderOf(bundle), file.name) }));
  return { ...after, ...record, files };
}
