import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { quietly, removeIfThere, toFileError } from '#main/deployment/export/fileErrors.ts';
import { stageNameOf } from '#main/deployment/export/generation.ts';
import { newHiddenId } from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs as fs } from '#main/deployment/export/nodeExportFs.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * Who can read a report. `umask`: everyone, as far as the user's umask allows. `everyone`: its reader is another user, so
 * the umask does not count.
 */
type Readers = 'owner' | 'umask' | 'everyone';

/** Writes a report to the chosen path, all or nothing. Error: `fileSystem`. */
export async function writeReport(
  path: string,
  text: string,
  readers: Readers = 'umask',
): Promise<Result<null>> {
  const mode = readers === 'owner' ? 0o600 : 0o644;
  const temporary = join(dirname(path), stageNameOf(newHiddenId()));
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      if (readers === 'everyone') await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
    await fs.syncDirectory(dirname(path));
    return ok(null);
  } catch (error) {
    await quietly(() => removeIfThere(fs, temporary));
    return err(toFileError(error, basename(path)));
  }
}
