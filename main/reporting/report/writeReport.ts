import { open, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nodeReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import type { HeldDirectory } from '#main/deployment/export/exportFs.ts';
import {
  FileFault,
  quietly,
  removeIfThere,
  ruleError,
  toFileError,
  unlessMissing,
  unlessRefused,
} from '#main/deployment/export/fileErrors.ts';
import { stageNameOf } from '#main/deployment/export/hiddenFolder.ts';
import { newHiddenId } from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs as fs } from '#main/deployment/export/nodeExportFs.ts';
import { nextSlice } from '#main/platform/slices.ts';
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
 * Writes a report to the chosen path, all or nothing. A link stays, and the file that it names is replaced, but no link of
 * another user is followed. To a descriptor, such as that of a shell's `>(...)`, it is written as it stands. What exists and is no regular file is never replaced: a rename would turn a pipe or a device into
 * a file. In a folder that everybody can write to, only own files are replaced. Error: `fileSystem`.
 * @param text a long one in parts, so that neither writing nor comparing it holds the thread up
 */
export async function writeReport(
  path: string,
  text: string | readonly Uint8Array[],
  readers: Readers = 'umask',
): Promise<Result<WrittenReport>> {
  const mode = readers === 'owner' ? 0o600 : 0o644;
  const parts = typeof text === 'string' ? [Buffer.from(text)] : text;
  try {
    if (isDescriptor(path)) {
      await writeFile(path, parts, { flag: 'a' });
      return ok({ changed: true });
    }
    const target = await targetOf(path);
    // Held, so that nobody can put another folder in its place.
    await using folder = await fs.hold(dirname(target));
    if ((await fs.realpath(folder.path)) !== dirname(target)) throw new FileFault('changed', basename(path));
    const name = basename(target);
    const changed = !(await isThere(folder, name, parts, basename(path)));
    const temporary = join(folder.path, stageNameOf(newHiddenId()));
    try {
      const file = await open(temporary, 'wx', mode);
      try {
        if (readers === 'everyone') await file.chmod(mode);
        await file.writeFile(parts);
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.rename(temporary, join(folder.path, name));
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

/** Whether a path is that of a descriptor of a process: proc_pid_fd(5). */
function isDescriptor(path: string): boolean {
  return /^\/proc\/\d+\/fd\/\d+$/u.test(path);
}

/** The path to replace, without links. */
async function targetOf(path: string): Promise<string> {
  const place = join(await fs.realpath(dirname(path)), basename(path));
  const found = await unlessMissing(fs.facts(place));
  if (found?.kind !== 'symlink') return place;
  const target = await unlessMissing(fs.realpath(place));
  if (target === null) throw new FileFault('notRegular', basename(path));
  return target;
}

const STICKY = 0o1000;
const OTHERS_WRITE = 0o002;

/**
 * Whether a file is there with exactly this text. One that can't be read is another one.
 * @param shown the name for errors
 * @throws `FileFault` or a system error if it must not be replaced
 */
async function isThere(
  folder: HeldDirectory,
  name: string,
  parts: readonly Uint8Array[],
  shown: string,
): Promise<boolean> {
  const path = join(folder.path, name);
  const found = await unlessMissing(fs.facts(path));
  if (found === null) return false;
  if (found.kind !== 'file') throw new FileFault('notRegular', shown);
  // As `fs.protected_regular` of Linux.
  const { mode, uid } = folder.facts;
  const isShared = (mode & STICKY) !== 0 && (mode & OTHERS_WRITE) !== 0;
  if (isShared && found.uid !== process.geteuid?.() && found.uid !== uid) throw ruleError('EACCES', path);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (found.size !== size) return false;
  const content = await unlessRefused(nodeReadOnlyFs.read(path, size));
  if (content === null) return false;
  let at = 0;
  for (const part of parts) {
    if (Buffer.compare(part, content.subarray(at, at + part.length)) !== 0) return false;
    at += part.length;
    await nextSlice();
  }
  return true;
}
