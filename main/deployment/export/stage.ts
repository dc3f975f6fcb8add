import { join } from 'node:path';
import { systemCode } from '#main/platform/errors.ts';
import type { BundleFile } from './exportDestination.ts';
import type { ExportFile, HeldDirectory } from './exportFs.ts';
import { ContentFault, FileFault, quietly, unlessMissing } from './fileErrors.ts';
import { type HiddenFolder, removeOwn, stageNameOf } from './hiddenFolder.ts';
import { isOwn } from './hiddenNames.ts';

export const keyMode = 0o600;

const groupMode = 0o750;
const groupReads = 0o040;
const othersRead = 0o004;
const beyondOwner = 0o077;

/** The mode of a directory for files with these modes: a group that may read a file must be able to enter. */
export function directoryModeFor(modes: readonly number[]): number {
  return modes.some((mode) => (mode & (groupReads | othersRead)) === groupReads) ? groupMode : 0o700;
}

/** Sets the mode of a file or directory in a folder. */
export async function setMode(
  { modesMayVary }: HiddenFolder,
  target: Pick<HeldDirectory, 'setMode'>,
  mode: number,
): Promise<void> {
  try {
    await target.setMode(mode);
  } catch (error) {
    if (!modesMayVary) throw error;
  }
}

const attempts = 3;

/** Retries an idempotent step after system errors, e.g. a cleanup that would otherwise leave a private key behind. */
export async function persistently(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (attempt === attempts || systemCode(error) === null) throw error;
    }
  }
}

/** A private temporary directory, held open until it is closed. */
export interface Stage {
  readonly name: string;
  readonly directory: HeldDirectory;
}

/**
 * Creates a private temporary directory. The caller closes it.
 * @param id the recorded part of its name
 * @throws system errors; `FileFault` `changed` if another program replaced it meanwhile
 */
export async function createStage(folder: HiddenFolder, id: string): Promise<Stage> {
  const { fs } = folder;
  const name = stageNameOf(id);
  const path = join(folder.path, name);
  await fs.makeDirectory(path);
  // Until its inode is known, no directory of this name counts as ours.
  folder.names.identify(folder.place, id, '');
  let directory: HeldDirectory | null = null;
  try {
    directory = await fs.hold(path);
    const { facts } = directory;
    const isPrivate = !folder.ownership.keepsModes || (facts.mode & beyondOwner) === 0;
    if (!isPrivate || !isOwn(facts, folder.ownership)) throw new FileFault('changed', name);
    await setMode(folder, directory, 0o700);
    if ((await fs.list(directory.path)).length > 0) throw new FileFault('changed', name);
    folder.names.identify(folder.place, id, facts.inode);
    return { name, directory };
  } catch (error) {
    await quietly(async () => directory?.close());
    await quietly(() =>
      persistently(async () => {
        await unlessMissing(fs.removeDirectory(path));
      }),
    );
    throw error;
  }
}

/** Closes and removes a stage. @throws system errors */
export async function discardStage(folder: HiddenFolder, { name, directory }: Stage): Promise<void> {
  await directory.close();
  await persistently(() => removeOwn(folder, name));
}

export interface StagedFile {
  readonly file: BundleFile;
  readonly handle: ExportFile;
}

/** Sets the final mode of an empty file. For a secret file, reads the mode back. */
export async function restrict(
  folder: HiddenFolder,
  handle: ExportFile,
  { name, secret, mode }: Pick<BundleFile, 'name' | 'secret' | 'mode'>,
): Promise<void> {
  await setMode(folder, handle, mode);
  if (secret && !folder.modesMayVary && (await handle.facts()).mode !== mode)
    throw new FileFault('modeNotKept', name);
}

/** Writes a file into a stage, not yet durable. After a failure it may exist. */
export async function stageFile(
  folder: HiddenFolder,
  { directory }: Stage,
  file: BundleFile,
): Promise<StagedFile> {
  const handle = await folder.fs.createFile(join(directory.path, file.name));
  try {
    await restrict(folder, handle, file);
    await handle.write(file.content);
    return { file, handle };
  } catch (error) {
    await quietly(() => handle.close());
    throw error;
  }
}

/** Makes a staged file durable, then reads it back and checks it. Leaves it open. */
export async function settleFile({ file, handle }: StagedFile): Promise<void> {
  await handle.sync();
  const found = await handle.read(0, file.content.length + 1);
  const isSame = Buffer.compare(found, file.content) === 0;
  const problem = isSame ? await file.check?.(found) : null;
  found.fill(0);
  if (!isSame) throw new FileFault('changed', file.name);
  if (problem != null) throw new ContentFault(problem);
}
