import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { app } from 'electron';
import type { StartedApp } from '#main/cli/appStart.ts';
import type { CommandHost } from '#main/cli/commandLine.ts';
import { askedOf } from '#main/cli/words.ts';
import { logFileName } from '#main/platform/fileLogger.ts';
import { appImage } from './appImage.ts';
import { HIDDEN } from './autostart.ts';
import { logFolder } from './ownFolders.ts';
import { replaceProcess, started } from './startArguments.ts';

const HEADLESS = 'headless';

/**
 * Without a display Electron exits unless a switch says so at start. On Linux the process is replaced by itself with
 * that switch.
 * @param words of the command, passed by the environment
 */
function startHeadless(words: readonly string[]): void {
  if (!mustStartHeadless()) return;
  replaceProcess([`--ozone-platform=${HEADLESS}`, '--log-level=3', ...started.switches], words);
}

/** Starts the app as at login, with the switches of this process. It keeps neither the terminal nor its signals. */
function startHiddenApp(): StartedApp {
  const program = appImage() ?? process.execPath;
  const app = spawn(program, [...started.switches, HIDDEN], { detached: true, stdio: 'ignore' });
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

/** Whether the app's lock can be asked for without harm to the process that holds it. Other words come as `main/cli/words.ts` says. */
export function canAskForLock(): boolean {
  return process.platform === 'win32' || Buffer.byteLength(process.argv.join('\0')) <= LOCK_ARGUMENTS_MAX;
}

export function commandHost(): CommandHost {
  return {
    version: app.getVersion(),
    userData: app.getPath('userData'),
    asked: askedOf(started.switches),
    // Electron creates the folder of the logs when its path is read.
    get logFile() {
      return join(logFolder(), logFileName);
    },
    mustStartHeadless,
    startHeadless,
    startHiddenApp,
  };
}

/** Data for the single-instance lock: the running app must not show its window. */
export const commandMark = { notAfterCommand: true };

/** Whether another instance was started for a command, so that the window stays as it is. */
export function isCommandStart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'notAfterCommand' in data;
}
