import { basename, dirname, join, relative, sep } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import { unlessRefused } from '../fileErrors.ts';
import { ancestorsOf, type GuardFs } from './guardPorts.ts';

export interface CloudPlaces {
  readonly home: string;
  /** Environment variables; on Windows, OneDrive sets some to its folders. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Folder names in the home folder. */
const homeFolders: readonly (readonly [RegExp, string])[] = [
  [/^Dropbox(?: \(.+\))?$/u, 'Dropbox'],
  [/^OneDrive(?: - .+)?$/u, 'OneDrive'],
  [/^(?:Google ?Drive|My Drive)$/u, 'Google Drive'],
  [/^iCloud ?Drive$/u, 'iCloud'],
  [/^Nextcloud\d*$/u, 'Nextcloud'],
  [/^ownCloud\d*$/u, 'ownCloud'],
];
const markers: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox(?:\.cache)?$/u, 'Dropbox'],
  [/^\.stfolder$/u, 'Syncthing'],
  [/^\.nextcloudsync\.log$/u, 'Nextcloud'],
  [/^\.owncloudsync\.log$/u, 'ownCloud'],
  [/^\._?sync_[0-9a-f]+\.db$/u, 'Nextcloud / ownCloud'],
  [/^\.tmp\.drive(?:down|up)load$/u, 'Google Drive'],
  // In the root of its drive on Windows, where the name of "My Drive" depends on the language.
  [/^\.shortcut-targets-by-id$/u, 'Google Drive'],
];
const oneDriveVariables = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'] as const;
const windowsDrive = /^[A-Z]:\\$/iu;

/** Warns if a program syncs the directory, detected by names and marker files. */
export async function cloudWarning(
  directory: string,
  fs: Pick<GuardFs, 'list'>,
  places: CloudPlaces,
): Promise<ExportWarning | null> {
  for (const ancestor of ancestorsOf(directory)) {
    const byPath = serviceByPath(ancestor, places);
    // Not every directory can be listed.
    const names = byPath === null ? await unlessRefused(fs.list(ancestor)) : null;
    const service = byPath ?? serviceByMarker(names ?? [], ancestor, places);
    if (service !== null) return { kind: 'cloudSynced', service };
  }
  return null;
}

function serviceByPath(path: string, { home, env }: CloudPlaces): string | null {
  if (oneDriveVariables.some((name) => env[name] && isSame(env[name], path))) return 'OneDrive';
  const name = basename(path);
  const parent = dirname(path);
  // macOS: one folder per account, such as `GoogleDrive-me@example.com`.
  if (isSame(parent, join(home, 'Library', 'CloudStorage'))) return name.split('-')[0] ?? name;
  if (relative(home, path) === ['Library', 'Mobile Documents'].join(sep)) return 'iCloud';
  if (!isSame(parent, home) && !(windowsDrive.test(parent) && name === 'My Drive')) return null;
  return found(homeFolders, name);
}

/** Whether two paths lead to the same place by their text: in any case of letters on Windows, with or without a separator at the end. */
function isSame(path: string, other: string): boolean {
  return relative(path, other) === '';
}

function serviceByMarker(names: readonly string[], directory: string, { home }: CloudPlaces): string | null {
  // In the home folder, `.dropbox` contains the settings of Dropbox.
  const telling = isSame(directory, home) ? names.filter((name) => name !== '.dropbox') : names;
  for (const name of telling) {
    const service = found(markers, name);
    if (service !== null) return service;
  }
  return null;
}

function found(signs: readonly (readonly [RegExp, string])[], name: string): string | null {
  return signs.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
