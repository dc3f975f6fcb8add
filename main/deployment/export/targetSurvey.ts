import { join } from 'node:path';
import { systemCode } from '#main/platform/errors.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFile, ExportFs, FileFacts } from './exportFs.ts';
import { FileFault, quietly, removeIfThere, unlessMissing } from './fileErrors.ts';
import { type FoundFile, findFile } from './foundFile.ts';
import { type HiddenFolder, stageNameOf } from './hiddenFolder.ts';
import { type HiddenNames, newHiddenId, type Ownership } from './hiddenNames.ts';
import { keyMode, persistently } from './stage.ts';

const otherUsersWrite = 0o002;
const groupWrites = 0o020;
const rootUser = 0;
const sticky = 0o1000;

/** The directory that the user chose, links resolved. */
export interface Root extends HiddenFolder {
  /** Identifies the directory, so that a replacement is noticed. */
  readonly identity: string;
  readonly warnings: readonly ExportWarning[];
}

/** What exists at the path of one order's folder. */
export interface FolderSurvey {
  /** `null`: nothing. */
  readonly identity: string | null;
  readonly found: ReadonlyMap<string, FoundFile>;
}

/** Whether users other than `owner` can replace files in a directory: those with write permission, and its owner. */
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

/** In a sticky directory, such as /tmp, users can't rename or remove files of others. */
function withoutSticky(facts: FileFacts): FileFacts {
  const isSticky = (facts.mode & sticky) !== 0;
  return isSticky ? { ...facts, mode: facts.mode & ~(otherUsersWrite | groupWrites) } : facts;
}

/** Creates an empty file to find out about its directory. */
async function probe(fs: ExportFs, directory: string): Promise<Ownership> {
  const unnamed = await fs.createUnnamed(directory);
  if (unnamed !== null) return tryFile(unnamed);
  // It exists briefly under a random name.
  const path = join(directory, stageNameOf(newHiddenId()));
  const file = await fs.createFile(path);
  try {
    return await tryFile(file);
  } finally {
    await persistently(() => removeIfThere(fs, path));
  }
}

/** Checks whether a file's mode can be restricted, and closes it. */
async function tryFile(file: ExportFile): Promise<Ownership> {
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

/** Surveys the directory of an export. @throws system errors, also if no file can be created in it; `FileFault` */
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
  const { identity } = facts;
  return { fs, path, place: path, names, ownership, modesMayVary: !keepsModes, identity, warnings };
}

/** @throws `FileFault` if the directory, or the one held, is not the one that was surveyed */
export async function checkRoot({ fs, path, place, identity }: Root, displayName: string): Promise<void> {
  for (const each of new Set([place, path])) {
    const facts = await fs.facts(each);
    if (facts.kind !== 'directory' || facts.identity !== identity)
      throw new FileFault('changed', displayName);
  }
}

/** @throws `FileFault` for a name that could lead outside its parent */
function safeOnly(name: string): string {
  if (!isSafeName(name)) throw new FileFault('outside', name);
  return name;
}

/** One order's folder below a root; the root itself for an empty name. @throws `FileFault` for an unsafe name */
export function folderIn(root: Root, folder: string): HiddenFolder {
  const { fs, path, place, names, ownership, modesMayVary } = root;
  const shared = { fs, names, ownership, modesMayVary };
  if (folder === '') return { ...shared, path, place };
  const name = safeOnly(folder);
  return { ...shared, path: join(path, name), place: join(place, name) };
}

/**
 * Surveys one order's folder.
 * @throws system errors; `FileFault` for links that aren't ours, non-regular files, and a folder that others can write to
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
  // For the root itself, the user is warned instead.
  const isRefused = folder !== '' && !root.modesMayVary;
  if (isRefused && (await writableByOthers(fs, facts, root.ownership.owner)))
    throw new FileFault('writableByOthers', folder);
  const found = new Map<string, FoundFile>();
  for (const name of names) {
    const file = await findFile(own, safeOnly(name));
    if (file !== null) found.set(name, file);
  }
  return { identity: facts.identity, found };
}

/** @throws `FileFault` if a held directory is not the one that was surveyed */
export function checkHeld({ identity }: FileFacts, now: FolderSurvey, folder: string): void {
  if (identity !== now.identity) throw new FileFault('changed', folder);
}

/** @throws `FileFault` if a file appeared or changed since the survey that the user saw */
export function checkUnchanged(shown: FolderSurvey, now: FolderSurvey, folder: string): void {
  for (const [name, { version }] of now.found) {
    const before = shown.found.get(name);
    if (before === undefined) throw new FileFault('exists', name);
    if (before.version !== version) throw new FileFault('changed', name);
  }
  if (shown.identity !== null && shown.identity !== now.identity) throw new FileFault('changed', folder);
}
