import { access, constants, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { PROGRAM_ARGUMENT_MAX, PROGRAM_ARGUMENTS_MAX } from '#shared/domain/programRun.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface ProgramPlaces {
  readonly platform: NodeJS.Platform;
  readonly searchPath: string;
  readonly isProgram: (path: string) => Promise<boolean>;
}

/** Windows opens other files with their associated program, and runs scripts in a shell, which parses the arguments again. */
const STARTABLE = /\.(?:exe|com)$/iu;
const SCRIPT = /\.(?:bat|cmd)$/iu;

/**
 * Checks a command, or says what is wrong with it. A program name is resolved now, so that later runs don't depend on how
 * the app was started.
 */
export async function checkProgram(
  command: readonly string[],
  places: ProgramPlaces,
): Promise<Result<readonly string[], InputReason>> {
  const [name = '', ...args] = command;
  if (name.trim() === '') return err('empty');
  if (command.length > PROGRAM_ARGUMENTS_MAX) return err('tooMany');
  // The user must be able to read the whole command in the consent box.
  if (command.reduce((sum, { length }) => sum + length, 0) > PROGRAM_ARGUMENT_MAX) return err('tooLong');
  if (command.some((each) => /\p{Cc}/u.test(each) || !each.isWellFormed())) return err('controlCharacters');
  const program = await findProgram(name, places);
  return program.ok ? ok([program.value, ...args]) : program;
}

async function findProgram(name: string, places: ProgramPlaces): Promise<Result<string, InputReason>> {
  const { platform, searchPath, isProgram } = places;
  const isWindows = platform === 'win32';
  if (isWindows && SCRIPT.test(name)) return err('needsAShell');
  const { delimiter, join } = isWindows ? win32 : posix;
  const isPath = name.includes('/') || (isWindows && /[\\:]/u.test(name));
  if (isPath) {
    const isUsable = isAbsolute(name, isWindows) && (!isWindows || STARTABLE.test(name));
    return isUsable && (await isProgram(name)) ? ok(name) : err('notAProgram');
  }
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder, isWindows));
  const find = async (names: readonly string[]) => {
    for (const folder of folders)
      for (const each of names) if (await isProgram(join(folder, each))) return join(folder, each);
    return null;
  };
  const found = await find(!isWindows || STARTABLE.test(name) ? [name] : [`${name}.exe`, `${name}.com`]);
  if (found !== null) return ok(found);
  const isScript = isWindows && (await find([`${name}.cmd`, `${name}.bat`])) !== null;
  return err(isScript ? 'needsAShell' : 'notAProgram');
}

/** On Windows, `\folder` depends on the current drive. */
function isAbsolute(path: string, isWindows: boolean): boolean {
  return isWindows ? win32.isAbsolute(path) && win32.parse(path).root.length > 1 : posix.isAbsolute(path);
}

/** Whether a path is a file that this user may run. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
