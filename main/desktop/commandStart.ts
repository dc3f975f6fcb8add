import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import type { StartedApp } from '#main/cli/appStart.ts';
import type { CommandHost } from '#main/cli/commandLine.ts';
import { commandWords, takeWordsFromEnvironment, wordsToEnvironment } from '#main/cli/commandWords.ts';
import { logFileName } from '#main/platform/fileLogger.ts';
import { appImage } from './appImage.ts';
import { HIDDEN } from './autostart.ts';

/** The words of the command that this process was started for; `null`: the app was started. */
export function startedCommand(): readonly string[] | null {
  const handedOn = takeWordsFromEnvironment(process.env);
  if (handedOn !== null) return handedOn;
  const args = process.argv.slice(1);
  if (app.isPackaged) return commandWords(args);
  // In development the app's folder is an argument of Electron.
  const folder = args.findIndex((arg) => resolve(arg) === app.getAppPath());
  return folder === -1 ? null : commandWords(args.slice(folder + 1));
}

const HEADLESS = 'headless';

/**
 * Without a display Electron exits unless a switch says so at start. On Linux the process is replaced by itself with
 * that switch, and keeps its terminal and process id.
 * @param words of the command, passed by the environment
 */
function startHeadless(words: readonly string[]): void {
  if (!mustStartHeadless() || process.execve === undefined) return;
  const switches = [`--ozone-platform=${HEADLESS}`, '--log-level=3'];
  const { env, execPath, argv } = process;
  const others = argv.slice(1, argv.length - words.length);
  const environment = { ...env, ...wordsToEnvironment(words) };
  process.execve(execPath, [argv[0] ?? execPath, ...switches, ...others], environment);
}

/** Starts the app as at login, with the switches of this process. It keeps neither the terminal nor its signals. */
function startApp(words: readonly string[]): StartedApp {
  const { argv, execPath } = process;
  const switches = argv.slice(1, argv.length - words.length);
  const app = spawn(appImage() ?? execPath, [...switches, HIDDEN], { detached: true, stdio: 'ignore' });
  app.unref();
  let state: ReturnType<StartedApp> = 'running';
  app.on('error', () => {
    state = 'failed';
  });
  app.on('exit', (code) => {
    state = code === 0 ? 'ended' : 'failed';
  });
  return () => state;
}

function mustStartHeadless(): boolean {
  return process.platform === 'linux' && app.commandLine.getSwitchValue('ozone-platform') !== HEADLESS;
}

/** Half of the size that crashes the first instance, because the message contains the current folder as well. */
const LOCK_ARGUMENTS_MAX = 16_384;

/** Whether the app's lock can be asked for without harm to the process that holds it: see `wordsInEnvironment.ts`. */
export function canAskForLock(): boolean {
  return process.platform === 'win32' || Buffer.byteLength(process.argv.join('\0')) <= LOCK_ARGUMENTS_MAX;
}

export function commandHost(): CommandHost {
  return {
    version: app.getVersion(),
    userData: app.getPath('userData'),
    // Electron creates the folder of the logs when its path is read.
    get logFile() {
      return join(app.getPath('logs'), logFileName);
    },
    mustStartHeadless,
    startHeadless,
    startApp,
  };
}

/** Data for the single-instance lock: the running app must not show its window. */
export const commandMark = { notAfterCommand: true };

/** Whether another instance was started for a command, so that the window stays as it is. */
export function isCommandStart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'notAfterCommand' in data;
}
