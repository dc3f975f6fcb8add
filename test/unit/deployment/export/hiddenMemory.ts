import { dirname } from 'node:path';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import {
  HiddenNames,
  type HiddenRepository,
  type StoredHidden,
} from '#main/deployment/export/hiddenNames.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { ZipDestination } from '#main/deployment/export/zipDestination.ts';
import { ok } from '#shared/result.ts';
import { exportFs } from './fixtures.ts';

/** The records of the directory of each test. They survive a killed run, as the database does. */
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

/** The records of a directory. */
export function remembered(root: string): readonly StoredHidden[] {
  return [...entriesOf(root).values()];
}

/** Adds records of a directory, as an earlier version of the app wrote them. */
export function remember(root: string, entries: readonly StoredHidden[]): void {
  repositoryOf(root).save(entries, []);
}

/** Copies the records of a directory for a copy of it. @param inodes those of the copies by those of the originals */
export function copyRemembered(from: string, to: string, inodes: ReadonlyMap<string, string>): void {
  const copied = (inode: string | null) => (inode === null ? null : (inodes.get(inode) ?? 'gone'));
  repositoryOf(to).save(
    remembered(from).map((entry) => ({
      ...entry,
      folder: entry.folder.replace(from, to),
      inode: copied(entry.inode),
    })),
    [],
  );
}

/** The writer of a newly started app for a directory. */
export function startedOn(root: string, fs: ExportFs = exportFs) {
  const names = new HiddenNames(repositoryOf(root));
  return { fs, names, repairs: new Repairs(fs, names) };
}

/** The directory of a test as the target of an export. @param folder the chosen path, if it differs */
export function destinationOn(root: string, fs: ExportFs = exportFs, folder = root): FolderDestination {
  return new FolderDestination({ ...startedOn(root, fs), folder });
}

/** A ZIP file as the target of an export. */
export function zipOn(file: string, fs: ExportFs = exportFs, now: () => number = Date.now): ZipDestination {
  return new ZipDestination({ ...startedOn(dirname(file), fs), file, now });
}

/** The repair that the app runs at start. */
export function repairAll(root: string, fs: ExportFs = exportFs): Promise<number> {
  return startedOn(root, fs).repairs.repairAll();
}
