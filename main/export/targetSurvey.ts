import { join } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFs } from './exportFs.ts';
import { FileFault, quietly, removeIfThere, systemCode, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { type FoundFile, findFile, refuseUnlessRegular } from './foundFile.ts';
import { newStageName } from './generation.ts';
import { keyMode, persistently } from './stage.ts';

const otherUsersWrite = 0o002;
const sticky = 0o1000;

/** The directory that the person chose, links on the way to it resolved. */
export interface Root {
  readonly path: string;
  /** Names the directory, so that another one in its place is noticed. */
  readonly identity: string;
  readonly warnings: readonly ExportWarning[];
}

/** What is in the place of one order's folder. */
export interface FolderSurvey {
  /** `null`: there is nothing yet. */
  readonly identity: string | null;
  /** Files in the way, by name. */
  readonly found: ReadonlyMap<string, FoundFile>;
}

/** Others can put something else in place of what is written to such a directory. */
function writableByOthers(fs: ExportFs, facts: FileFacts): boolean {
  return fs.posix && (facts.mode & otherUsersWrite) !== 0;
}

/** Tries with an empty file of a moment whether a file can be kept from other users here. */
async function keepsModes(fs: ExportFs, directory: string): Promise<boolean> {
  const path = join(directory, newStageName());
  const handle = await fs.createFile(path);
  try {
    await handle.setMode(keyMode);
    return (await handle.facts()).mode === keyMode;
  } catch (error) {
    if (systemCode(error) === 'EPERM' || systemCode(error) === 'ENOTSUP') return false;
    throw error;
  } finally {
    await quietly(() => handle.close());
    await persistently(() => removeIfThere(fs, path));
  }
}

/**
 * Looks at the directory that an export goes to.
 * @throws system errors, also when no file can be made in it; `FileFault`
 */
export async function surveyRoot(fs: ExportFs, chosen: string, displayName: string): Promise<Root> {
  const path = await fs.realpath(chosen);
  const facts = await fs.facts(path);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', displayName);
  const warnings: ExportWarning[] = [];
  if (!(await keepsModes(fs, path))) warnings.push({ kind: 'modeNotKept' });
  // With the sticky bit, as on /tmp, others cannot rename or remove what they do not own.
  if (writableByOthers(fs, facts) && (facts.mode & sticky) === 0) warnings.push({ kind: 'writableByOthers' });
  return { path, identity: facts.identity, warnings };
}

/** @throws `FileFault` when the directory is another one than was surveyed */
export async function checkRoot(fs: ExportFs, root: Root, displayName: string): Promise<void> {
  const facts = await fs.facts(root.path);
  if (facts.kind !== 'directory' || facts.identity !== root.identity) {
    throw new FileFault('changed', displayName);
  }
}

/**
 * The path of one order's folder or file: one component below its parent.
 * @throws `FileFault` for a name that is not safe, so that no path outside the parent can come out
 */
function inside(parent: string, name: string): string {
  return join(parent, safeOnly(name));
}

function safeOnly(name: string): string {
  if (!isSafeName(name)) throw new FileFault('outside', name);
  return name;
}

/** The path of one order's folder below a root; that of the root itself for an empty name. @throws as `inside` */
export function folderIn(root: Root, folder: string): string {
  return folder === '' ? root.path : inside(root.path, folder);
}

/** Looks at what may be in the way of a file. Gives its version, or `null` when there is none. Any link throws. */
export async function surveyFile(fs: ExportFs, path: string, name: string): Promise<string | null> {
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return null;
  refuseUnlessRegular(facts, name);
  return facts.version;
}

/**
 * Looks at the place of one order's folder.
 * @param names the files that are to be written there
 * @param modesMayVary the file system keeps no modes, so that those of the folder say nothing
 * @throws system errors and `FileFault`: links that are not ours, non-regular files, a folder that others can write to
 */
export async function surveyFolder(
  fs: ExportFs,
  root: Root,
  folder: string,
  names: readonly string[],
): Promise<FolderSurvey> {
  const path = folderIn(root, folder);
  const facts = await unlessMissing(fs.facts(path));
  if (facts === null) return { identity: null, found: new Map() };
  if (facts.kind === 'symlink') throw new FileFault('symlink', folder);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', folder);
  const modesMayVary = root.warnings.some(({ kind }) => kind === 'modeNotKept');
  // The root may be: the person is told and asked.
  if (folder !== '' && !modesMayVary && writableByOthers(fs, facts))
    throw new FileFault('writableByOthers', folder);
  const found = new Map<string, FoundFile>();
  for (const name of names) {
    const file = await findFile(fs, path, safeOnly(name));
    if (file !== null) found.set(name, file);
  }
  return { identity: facts.identity, found };
}

/**
 * Compares what is there now with what the person was shown.
 * @throws `FileFault` when a file appeared, or one that may be replaced is another one by now
 */
export function checkUnchanged(shown: FolderSurvey, now: FolderSurvey, folder: string): void {
  for (const [name, { version }] of now.found) {
    const before = shown.found.get(name);
    if (before === undefined) throw new FileFault('exists', name);
    if (before.version !== version) throw new FileFault('changed', name);
  }
  if (shown.identity !== null && shown.identity !== now.identity) throw new FileFault('changed', folder);
}
