import { lstat, open, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  FileFault,
  quietly,
  removeIfThere,
  toFileError,
  unlessMissing,
  unlessRefused,
} from '#main/deployment/export/fileErrors.ts';
import { stageNameOf } from '#main/deployment/export/generation.ts';
import { newHiddenId } from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs as fs } from '#main/deployment/export/nodeExportFs.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * Who can read a report. `umask`: everyone, as far as the user's umask allows. `everyone`: its reader is another user, so
 * the umask does not count.
 */
type Readers = 'owner' | 'umask' | 'everyone';

/** A report on the disk. `changed`: it differs from what was there. */
export interface WrittenReport {
  readonly changed: boolean;
}

/**
 * Writes a report to the chosen path, all or nothing. A link stays, and the file that it names is replaced. What exists and is
 * no regular file is never replaced: a rename would turn a pipe or a device into a file. Error: `fileSystem`.
 */
export async function writeReport(
  path: string,
  text: string,
  readers: Readers = 'umask',
): Promise<Result<WrittenReport>> {
  const mode = readers === 'owner' ? 0o600 : 0o644;
  try {
    const target = await targetOf(path);
    const changed = !(await contains(target, text));
    const temporary = join(dirname(target), stageNameOf(newHiddenId()));
    try {
      const file = await open(temporary, 'wx', mode);
      try {
        if (readers === 'everyone') await file.chmod(mode);
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.rename(temporary, target);
    } catch (error) {
      await quietly(() => removeIfThere(fs, temporary));
      throw error;
    }
    await fs.syncDirectory(dirname(target));
    return ok({ changed });
  } catch (error) {
    return err(toFileError(error, basename(path)));
  }
}

/** The path to replace: of a link, that of its file. @throws `FileFault` if something else than a regular file is there */
async function targetOf(path: string): Promise<string> {
  const found = await unlessMissing(lstat(path));
  if (found === null || found.isFile()) return path;
  const target = found.isSymbolicLink() ? await unlessMissing(realpath(path)) : null;
  if (target === null || !(await stat(target)).isFile()) throw new FileFault('notRegular', basename(path));
  return target;
}

/** Whether a file is there with exactly this text. One that can't be read is another one. */
async function contains(path: string, text: string): Promise<boolean> {
  const facts = await unlessRefused(stat(path));
  if (facts === null || facts.size !== Buffer.byteLength(text)) return false;
  return (await unlessRefused(readFile(path, 'utf8'))) === text;
}
