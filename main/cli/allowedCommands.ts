import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Longest file, in bytes. */
const FILE_MAX = 65_536;

const OTHERS_WRITE = 0o022;

/** Why the file is not used. `place`: itself, or a folder above it. `code`: the system's, or empty. */
interface AllowedProblem {
  readonly place: string;
  readonly reason: 'owner' | 'writable' | 'link' | 'notAFile' | 'tooLarge' | 'unread';
  readonly code: string;
}

/** The file in which root agrees to commands: one per line. On macOS, `/etc` is a link. */
export const allowedCommandsFile =
  process.platform === 'darwin' ? '/private/etc/notafter/commands' : '/etc/notafter/commands';

/**
 * Reads the commands that root agreed to. As sudo reads its own file: the file and every folder above it belong to root, no
 * other user can write to them, and none is a link. Blank lines and those that begin with `#` are no commands.
 * @param file absolute
 * @returns their words, the program as an absolute path; none if the file or its folder is missing, or on Windows
 */
export function readAllowedCommands(file: string): Result<readonly (readonly string[])[], AllowedProblem> {
  if (process.platform === 'win32') return ok([]);
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  let fd: number | null = null;
  let place = file;
  try {
    for (const folder of folders) {
      place = folder;
      const facts = lstatSync(folder);
      const reason = facts.isDirectory() ? refusalOf(facts) : facts.isSymbolicLink() ? 'link' : 'notAFile';
      if (reason !== null) return err({ place, reason, code: '' });
    }
    place = file;
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = fstatSync(fd);
    const reason = facts.isFile() ? refusalOf(facts) : 'notAFile';
    if (reason !== null) return err({ place, reason, code: '' });
    if (facts.size > FILE_MAX) return err({ place, reason: 'tooLarge', code: '' });
    return ok(commandsIn(readFileSync(fd, 'utf8')));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return ok([]);
    return err({ place, reason: code === 'ELOOP' ? 'link' : 'unread', code });
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function refusalOf({ uid, mode }: Stats): 'owner' | 'writable' | null {
  if (uid !== 0) return 'owner';
  return (mode & OTHERS_WRITE) === 0 ? null : 'writable';
}

function commandsIn(text: string): readonly (readonly string[])[] {
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#')) return [];
    const words = splitCommand(line, process.platform);
    return words.ok && isAbsolute(words.value[0] ?? '') ? [words.value] : [];
  });
}
