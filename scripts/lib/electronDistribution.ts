import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An unpacked Electron: the folder, the program in it, and its version without a leading `v`. */
export type ElectronDistribution = {
  readonly folder: string;
  readonly executable: string;
  readonly version: string;
};

const programs: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** The Electron distribution in a folder, or `undefined` where there is none. */
export function readDistribution(folder: string): ElectronDistribution | undefined {
  const executable = join(folder, programs[process.platform] ?? 'electron');
  const versionFile = join(folder, 'version');
  if (!existsSync(executable) || !existsSync(versionFile)) {
    return undefined;
  }
  return { folder, executable, version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') };
}
