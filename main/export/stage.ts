import { join } from 'node:path';
import type { BundleFile } from './exportDestination.ts';
import type { ExportFile, ExportFs } from './exportFs.ts';
import { ContentFault, FileFault, quietly, systemCode, unlessMissing } from './fileErrors.ts';
import { isGenerationName, newStageName } from './generation.ts';

export const keyMode = 0o600;

const groupMode = 0o750;
const groupReads = 0o040;
const othersRead = 0o004;

/** Mode of a directory for files with these modes: what only a group may read is of no use where it may not enter. */
export function directoryModeFor(modes: readonly number[]): number {
  return modes.some((mode) => (mode & (groupReads | othersRead)) === groupReads) ? groupMode : 0o700;
}

/**
 * Sets the mode of a directory.
 * @param modesMayVary the file system is known to keep no modes, and the person agreed
 */
export async function restrictDirectory(
  fs: ExportFs,
  path: string,
  mode: number,
  modesMayVary: boolean,
): Promise<void> {
  try {
    await fs.setMode(path, mode);
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

/**
 * Makes a private directory for files on their way, inside `parent`.
 * @param modesMayVary the file system is known to keep no modes, and the person agreed
 */
export async function createStage(fs: ExportFs, parent: string, modesMayVary: boolean): Promise<string> {
  const path = join(parent, newStageName());
  await fs.makeDirectory(path);
  try {
    await restrictDirectory(fs, path, 0o700, modesMayVary);
  } catch (error) {
    await persistently(() => removeStage(fs, path));
    throw error;
  }
  return path;
}

/**
 * Removes a stage with its files, also with a generation that was made in it. What is not there is no failure; any other
 * directory inside, which is not ours, is.
 */
export async function removeStage(fs: ExportFs, path: string): Promise<void> {
  const names = await unlessMissing(fs.list(path));
  if (names === null) return;
  for (const name of names) {
    if (isGenerationName(name)) await removeStage(fs, join(path, name));
    else await unlessMissing(fs.unlink(join(path, name)));
  }
  await unlessMissing(fs.removeDirectory(path));
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
  stage: string,
  file: BundleFile,
  modesMayVary: boolean,
): Promise<StagedFile> {
  const handle = await fs.createFile(join(stage, file.name));
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
