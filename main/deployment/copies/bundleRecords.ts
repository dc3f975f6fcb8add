import { join } from 'node:path';
import { noWishes, type RestoredFiles, type WrittenBundle } from '../export/exportDestination.ts';
import type { CopyBundle, CopyFile, PreviousRecord } from './copyRecord.ts';
import { folderOf } from './copyView.ts';

/** The paths of a bundle's files. */
export function pathsOf(written: WrittenBundle): readonly string[] {
  return filesOf(written).map(({ path }) => path);
}

/** The files of a bundle at their paths. */
export function filesOf({ target, folder, files, layout }: WrittenBundle): readonly CopyFile[] {
  return files.flatMap((file, index) => {
    const spec = layout[index];
    const path = join(target, folder, file.name);
    return spec === undefined ? [] : [{ ...file, path, spec: { ...spec, name: file.name } }];
  });
}

/** What the registry keeps of files that are replaced. */
export function recordOf(bundle: CopyBundle): PreviousRecord {
  const { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt } = bundle;
  const files = bundle.files.map(({ path: _path, ...file }) => file);
  return { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt, files };
}

/**
 * The bundle after its previous files were restored. Automatic updates are turned off, as they would replace the files at
 * once. Without a matching record the restored files are another program's: the bundle keeps its record, so that they show
 * as changed, and its own files are the backup.
 */
export function afterRestore(bundle: CopyBundle, restored: RestoredFiles, wereOurs: boolean): CopyBundle {
  const previous =
    restored.previous === null
      ? null
      : { directory: restored.previous, record: wereOurs ? recordOf(bundle) : null };
  const record = bundle.previous?.record ?? null;
  if (record === null || !isRecordOf(record, restored.files))
    return { ...bundle, previous, autoRefresh: false };
  return { ...earlierOf(bundle, record), previous, autoRefresh: false };
}

function isRecordOf(record: PreviousRecord, files: RestoredFiles['files']): boolean {
  const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return (
    digests.size === record.files.length &&
    record.files.every(({ name, sha256 }) => digests.get(name) === sha256)
  );
}

/** The bundle as its record of earlier files says. */
export function earlierOf(bundle: CopyBundle, record: PreviousRecord): CopyBundle {
  const files = record.files.map((file) => ({ ...file, path: join(folderOf(bundle), file.name) }));
  return { ...bundle, ...record, files };
}

/** What a restore of the previous files is about to put into the folder; `null`: the registry does not know that. */
export function restoreIntent(bundle: CopyBundle): WrittenBundle | null {
  const record = bundle.previous?.record ?? null;
  if (record === null) return null;
  const { orderId, target, folder, agreed } = bundle;
  const { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, files } = record;
  return {
    ...{ orderId, presetId, target, folder, agreed, chainEnd, chainComplete },
    previous: null,
    leaf: { fingerprint256, notBefore, notAfter },
    layout: files.map(({ spec }) => spec),
    files: files.map(({ spec: _spec, ...file }) => file),
    wishes: { ...noWishes, autoRefresh: false },
  };
}
