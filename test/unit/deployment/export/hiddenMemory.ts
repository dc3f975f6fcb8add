import { dirname } from 'node:path';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import {
  HiddenNames,
  type HiddenRepository,
  type StoredHidden,
} from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { ZipDestination } from '#main/deployment/export/zipDestination.ts';
import { ok } from '#shared/result.ts';

/** What is remembered of the directory of each test. It outlives a run that is killed, as the database does. */
const stored = new Map<string, Map<string, StoredHidden>>();

function entriesOf(root: string): Map<string, StoredHidden> {
  const entries = stored.get(root) ?? new Map<string, StoredHidden>();
  stored.set(root, entries);
  return entries;
}

function repositoryOf(root: string): HiddenRepository {
  const entries = entriesOf(root);
  const keyOf = ({ folder, id }: Pick<StoredHidden, 'folder' | 'id'>) => `${folder}\0${id}`;
  return {
    all: () => [...entries.values()],
    save(saved, gone) {
      for (const entry of gone) entries.delete(keyOf(entry));
      for (const entry of saved) entries.set(keyOf(entry), entry);
      return ok(null);
    },
  };
}

/** What is remembered of a directory. */
export function remembered(root: string): readonly StoredHidden[] {
  return [...entriesOf(root).values()];
}

/** Remembers of a copy of a directory what is remembered of the original. */
export function copyRemembered(from: string, to: string): void {
  repositoryOf(to).save(
    remembered(from).map((entry) => ({ ...entry, folder: entry.folder.replace(from, to), inode: null })),
    [],
  );
}

/** The part of an app that was just started which writes to a directory. */
export function startedOn(root: string, fs: ExportFs = nodeExportFs) {
  const names = new HiddenNames(repositoryOf(root));
  return { fs, names, repairs: new Repairs(fs, names) };
}

/** The directory of a test as the place of an export. @param folder the path that is chosen, where it is another */
export function destinationOn(root: string, fs: ExportFs = nodeExportFs, folder = root): FolderDestination {
  return new FolderDestination({ ...startedOn(root, fs), folder });
}

/** A ZIP file as the place of an export. */
export function zipOn(
  file: string,
  fs: ExportFs = nodeExportFs,
  now: () => number = Date.now,
): ZipDestination {
  return new ZipDestination({ ...startedOn(dirname(file), fs), file, now });
}

/** What an app does when it starts. */
export function repairAll(root: string, fs: ExportFs = nodeExportFs): Promise<number> {
  return startedOn(root, fs).repairs.repairAll();
}
