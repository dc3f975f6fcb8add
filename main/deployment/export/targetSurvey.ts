import { join } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFile, ExportFs } from './exportFs.ts';
import { FileFault, quietly, removeIfThere, systemCode, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { type FoundFile, findFile, refuseUnlessRegular } from './foundFile.ts';
import { stageNameOf } from './generation.ts';
import type { HiddenFolder } from './hiddenFolder.ts';
import { type HiddenNames, newHiddenId, type Ownership } from './hiddenNames.ts';
import { keyMode, persistently } from './stage.ts';

const otherUsersWrite = 0o002;
const groupWrites = 0o020;
const rootUser = 0;
const sticky = 0o1000;

/** The directory that the person chose, links on the way to it resolved. */
export interface Root extends HiddenFolder {
  /** Names the directory, so that another one in its place is noticed. */
  readonly identity: string;
  readonly warnings: readonly ExportWarning[];
}

/** Whether the file system is known to keep no modes, and the person agreed. */
export function mayModesVary({ warnings }: Root): boolean {
  return warnings.some(({ kind }) => kind === 'modeNotKept');
}

/** What is in the place of one order's folder. */
export interface FolderSurvey {
  /** `null`: there is nothing yet. */
  readonly identity: string | null;
  /** Files in the way, by name. */
  readonly found: ReadonlyMap<string, FoundFile>;
}

/**
 * Whether others can put something else in the place of what is written to a directory: those who may write there, and its
 * owner.
 * @param owner number of the user that writes; `null`: there are no such numbers
 */
async function writableByOthers(
  fs: ExportFs,
  { mode, uid, gid }: FileFacts,
  owner: number | null,
): Promise<boolean> {
  if (!fs.posix) return false;
  if (owner !== null && uid !== owner && uid !== rootUser) return true;
  if ((mode & otherUsersWrite) !== 0) return true;
  return (mode & groupWrites) !== 0 && (await fs.isSharedGroup(gid));
}

/** With the sticky bit, as on /tmp, others cannot rename or remove what they do not own. */
function withoutSticky(facts: FileFacts): FileFacts {
  const isSticky = (facts.mode & sticky) !== 0;
  return isSticky ? { ...facts, mode: facts.mode & ~(otherUsersWrite | groupWrites) } : facts;
}

/** What an empty file tells of a directory that it is made in. */
async function probe(
  fs: ExportFs,
  directory: string,
): Promise<{ readonly owner: number; readonly keepsModes: boolean }> {
  const unnamed = await fs.createUnnamed(directory);
  if (unnamed !== null) return tryFile(unnamed);
  // For a moment it has a name, which nobody can know before.
  const path = join(directory, stageNameOf(newHiddenId()));
  const file = await fs.createFile(path);
  try {
    return await tryFile(file);
  } finally {
    await persistently(() => removeIfThere(fs, path));
  }
}

/** Tries with a file whether it can be kept from other users, and closes it. */
async function tryFile(file: ExportFile): Promise<{ readonly owner: number; readonly keepsModes: boolean }> {
  try {
    const isSet = await file.setMode(keyMode).then(
      () => true,
      (error: unknown) => {
        if (systemCode(error) === 'EPERM' || systemCode(error) === 'ENOTSUP') return false;
        throw error;
      },
    );
    const { mode, uid } = await file.facts();
    return { owner: uid, keepsModes: isSet && mode === keyMode };
  } finally {
    await quietly(() => file.close());
  }
}

/**
 * Looks at the directory that an export goes to. Nothing in it is changed; where the system has files without names, none
 * is made either.
 * @throws system errors, also when no file can be made in it; `FileFault`
 */
export async function surveyRoot(
  fs: ExportFs,
  names: HiddenNames,
  chosen: string,
  displayName: string,
): Promise<Root> {
  const path = await fs.realpath(chosen);
  const facts = await fs.facts(path);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', displayName);
  const warnings: ExportWarning[] = [];
  const { owner, keepsModes } = await probe(fs, path);
  const ownership: Ownership = fs.posix ? { owner, keepsModes } : { owner: null, keepsModes: false };
  if (!keepsModes) warnings.push({ kind: 'modeNotKept' });
  if (await writableByOthers(fs, withoutSticky(facts), ownership.owner))
    warnings.push({ kind: 'writableByOthers' });
  return { fs, path, place: path, names, ownership, identity: facts.identity, warnings };
}

/** @throws `FileFault` when the directory, or the one that is held, is another one than was surveyed */
export async function checkRoot({ fs, path, place, identity }: Root, displayName: string): Promise<void> {
  for (const each of new Set([place, path])) {
    const facts = await fs.facts(each);
    if (facts.kind !== 'directory' || facts.identity !== identity)
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

/** One order's folder below a root; the root itself for an empty name. @throws as `inside` */
export function folderIn(root: Root, folder: string): HiddenFolder {
  const { fs, path, place, names, ownership } = root;
  const shared = { fs, names, ownership };
  if (folder === '') return { ...shared, path, place };
  return { ...shared, path: inside(path, folder), place: inside(place, folder) };
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
 * @throws system errors and `FileFault`: links that are not ours, non-regular files, a folder that others can write to
 */
export async function surveyFolder(
  root: Root,
  folder: string,
  names: readonly string[],
): Promise<FolderSurvey> {
  const { fs } = root;
  const own = folderIn(root, folder);
  const facts = await unlessMissing(fs.facts(own.path));
  if (facts === null) return { identity: null, found: new Map() };
  if (facts.kind === 'symlink') throw new FileFault('symlink', folder);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', folder);
  // The root may be: the person is told and asked.
  const isRefused = folder !== '' && !mayModesVary(root);
  if (isRefused && (await writableByOthers(fs, facts, root.ownership.owner)))
    throw new FileFault('writableByOthers', folder);
  const found = new Map<string, FoundFile>();
  for (const name of names) {
    const file = await findFile(own, safeOnly(name));
    if (file !== null) found.set(name, file);
  }
  return { identity: facts.identity, found };
}

/** @throws `FileFault` when a directory that is held is another one than was surveyed */
export function checkHeld({ identity }: FileFacts, now: FolderSurvey, folder: string): void {
  if (identity !== now.identity) throw new FileFault('changed', folder);
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
