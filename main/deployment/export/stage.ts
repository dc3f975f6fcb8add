import { join } from 'node:path';
import type { BundleFile } from './exportDestination.ts';
import type { ExportFile, ExportFs } from './exportFs.ts';
import { ContentFault, FileFault, quietly, systemCode, unlessMissing } from './fileErrors.ts';
import { stageNameOf } from './generation.ts';
import type { HeldDirectory } from './heldDirectory.ts';
import { type HiddenFolder, removeOwn } from './hiddenFolder.ts';
import { isOwn } from './hiddenNames.ts';

export const keyMode = 0o600;

const groupMode = 0o750;
const groupReads = 0o040;
const othersRead = 0o004;
const beyondOwner = 0o077;

/** Mode of a directory for files with these modes: what only a group may read is of no use where it may not enter. */
export function directoryModeFor(modes: readonly number[]): number {
  return modes.some((mode) => (mode & (groupReads | othersRead)) === groupReads) ? groupMode : 0o700;
}

/**
 * Sets the mode of a directory.
 * @param modesMayVary the file system is known to keep no modes, and the person agreed
 */
export async function restrictDirectory(
  directory: HeldDirectory,
  mode: number,
  modesMayVary: boolean,
): Promise<void> {
  try {
    await directory.setMode(mode);
  } catch (error) {
    if (!modesMayVary) throw error;
  }
}

/** Cleaning up must not give up at a passing failure: what it leaves may be a private key. */
const attempts = 3;

/** Repeats a step that may be repeated until it succeeds, a few times at the most. */
export async function persistently(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (attempt === attempts || systemCode(error) === null) throw error;
    }
  }
}

/** A private directory for files on their way, held until it is closed. */
export interface Stage {
  /** Its name in the folder that it was made in. */
  readonly name: string;
  readonly directory: HeldDirectory;
}

/**
 * Makes a private directory for files on their way. Whoever calls closes it.
 * @param id the random part of its name, which is remembered
 * @param modesMayVary the file system is known to keep no modes, and the person agreed
 * @throws system errors; `FileFault`: `changed` when somebody put something else in its place
 */
export async function createStage(folder: HiddenFolder, id: string, modesMayVary: boolean): Promise<Stage> {
  const { fs } = folder;
  const name = stageNameOf(id);
  const path = join(folder.path, name);
  await fs.makeDirectory(path);
  // Until it is known which directory that is, none of this name is ours.
  folder.names.identify(folder.place, id, '');
  let directory: HeldDirectory | null = null;
  try {
    directory = await fs.hold(path);
    const { facts } = directory;
    const isPrivate = !folder.ownership.keepsModes || (facts.mode & beyondOwner) === 0;
    if (!isPrivate || !isOwn(facts, folder.ownership)) throw new FileFault('changed', name);
    await restrictDirectory(directory, 0o700, modesMayVary);
    if ((await fs.list(directory.path)).length > 0) throw new FileFault('changed', name);
    folder.names.identify(folder.place, id, facts.inode);
    return { name, directory };
  } catch (error) {
    await quietly(async () => directory?.close());
    await quietly(() => persistently(() => removeEmpty(folder, name)));
    throw error;
  }
}

/** Removes what was just made and holds nothing. */
async function removeEmpty({ fs, path }: HiddenFolder, name: string): Promise<void> {
  await unlessMissing(fs.removeDirectory(join(path, name)));
}

/** Lets go of a stage and removes it with what is in it. @throws system errors */
export async function discardStage(folder: HiddenFolder, { name, directory }: Stage): Promise<void> {
  await directory.close();
  await persistently(() => removeOwn(folder, name));
}

/** A file of a stage, written and still open. */
export interface StagedFile {
  readonly file: BundleFile;
  readonly handle: ExportFile;
}

/**
 * Sets the final mode of a file that holds nothing yet, and looks whether it was taken where a key is to be in it.
 * @param modesMayVary the file system is known to keep no modes, and the person agreed
 */
export async function restrict(
  handle: ExportFile,
  { name, secret, mode }: Pick<BundleFile, 'name' | 'secret' | 'mode'>,
  modesMayVary: boolean,
): Promise<void> {
  try {
    await handle.setMode(mode);
  } catch (error) {
    if (!modesMayVary) throw error;
  }
  if (secret && !modesMayVary && (await handle.facts()).mode !== mode)
    throw new FileFault('modeNotKept', name);
}

/** Writes one file into a stage. Nothing is durable yet. On failure the file may exist, closed. */
export async function stageFile(
  fs: ExportFs,
  { directory }: Stage,
  file: BundleFile,
  modesMayVary: boolean,
): Promise<StagedFile> {
  const handle = await fs.createFile(join(directory.path, file.name));
  try {
    await restrict(handle, file, modesMayVary);
    await handle.write(file.content);
    return { file, handle };
  } catch (error) {
    await quietly(() => handle.close());
    throw error;
  }
}

/** Makes a staged file durable, reads it again and proves it. Leaves it open. */
export async function settleFile({ file, handle }: StagedFile): Promise<void> {
  await handle.sync();
  const found = await handle.read(0, file.content.length + 1);
  const isSame = Buffer.compare(found, file.content) === 0;
  const problem = isSame ? await file.check?.(found) : null;
  found.fill(0);
  if (!isSame) throw new FileFault('changed', file.name);
  if (problem != null) throw new ContentFault(problem);
}
