import { resolve } from 'node:path';
import { app } from 'electron';
import { commandWords, takeWordsFromEnvironment, wordsToEnvironment } from '#main/cli/commandWords.ts';

/** The words of a command that this process was started for; `null`: it is an ordinary start. */
export function startedCommand(): readonly string[] | null {
  const handedOn = takeWordsFromEnvironment(process.env);
  if (handedOn !== null) return handedOn;
  const args = process.argv.slice(1);
  if (app.isPackaged) return commandWords(args);
  // In development Electron is given the app's folder.
  const folder = args.findIndex((arg) => resolve(arg) === app.getAppPath());
  return folder === -1 ? null : commandWords(args.slice(folder + 1));
}

const HEADLESS = 'headless';

/**
 * Without a display Electron ends before it is ready, unless it was told so at its very start. On Linux the process is
 * replaced by itself with that switch, with its terminal and its process id; with a display too, as that is lighter.
 * @param words of the command, which go through the environment
 */
export function startHeadless(words: readonly string[]): void {
  if (!mustStartHeadless() || process.execve === undefined) return;
  const switches = [`--ozone-platform=${HEADLESS}`, '--log-level=3'];
  const { env, execPath, argv } = process;
  const others = argv.slice(1, argv.length - words.length);
  const environment = { ...env, ...wordsToEnvironment(words) };
  process.execve(execPath, [argv[0] ?? execPath, ...switches, ...others], environment);
}

/** Whether this process is still to be replaced by one that needs no display. */
export function mustStartHeadless(): boolean {
  return process.platform === 'linux' && app.commandLine.getSwitchValue('ozone-platform') !== HEADLESS;
}

/** Half of what kills the first instance, as the current folder is in the same message. */
const LOCK_ARGUMENTS_MAX = 16_384;

/** Whether the app's lock can be asked for without harm to the process that holds it: see `wordsInEnvironment.ts`. */
export function canAskForLock(): boolean {
  return process.platform === 'win32' || Buffer.byteLength(process.argv.join('\0')) <= LOCK_ARGUMENTS_MAX;
}
