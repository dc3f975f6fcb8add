import { join, resolve } from 'node:path';
import { app } from 'electron';
import type { CompiledCodePlace } from '#main/platform/compiledCode.ts';

/** Where the data is. Read from Electron only after the check of `prepareFolders`, because that creates it. */
export function dataFolder(): string {
  const given = app.commandLine.getSwitchValue('user-data-dir');
  return given === '' ? join(app.getPath('appData'), app.getName()) : resolve(given);
}

/** The folder of the log. Electron creates it when it is read, and throws where it cannot: there is then no log. */
export function logFolder(): string {
  try {
    return app.getPath('logs');
  } catch {
    return join(app.getPath('userData'), 'logs');
  }
}

/** Where main's compiled code is stored. */
export function compiledCode(): CompiledCodePlace {
  return { folder: join(app.getPath('sessionData'), 'Compiled Code'), version: app.getVersion() };
}
