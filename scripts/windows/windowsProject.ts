import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronDistribution } from '../lib/electronDownload.ts';
import { outFolder, projectFolder } from '../lib/paths.ts';
import { runNpm, runOrThrow } from '../lib/processes.ts';
import { StopError, say } from '../lib/terminal.ts';
import { driveC, windowsFolder } from './wine.ts';

/** The project's folder on drive C. */
export const projectOnC = 'notafter';

/** The program of Electron on drive C. */
export const electronOnC = String.raw`C:\electron\electron.exe`;

const modules = join(windowsFolder, 'node_modules');
const modulesOnC = join(driveC, projectOnC, 'node_modules');
const stamp = join(windowsFolder, 'installed');

/**
 * Installs the dependencies for Windows by package-lock.json, if that has changed. No install script runs: keytar has its
 * program for Windows in its package.
 */
export async function installModules(): Promise<void> {
  await mkdir(windowsFolder, { recursive: true });
  // A run that was killed has left them there.
  if (existsSync(modulesOnC)) await rename(modulesOnC, modules);
  const lock = await readFile(join(projectFolder, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const installed = existsSync(modules) && existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (installed === digest) return;
  say('Installing the dependencies for Windows (npm ci) ...');
  await rm(stamp, { force: true });
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(join(projectFolder, name), join(windowsFolder, name));
  }
  const { code, output } = await runNpm(
    [
      ...['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--include=dev'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ],
    windowsFolder,
  );
  if (code !== 0) throw new StopError(`npm ci failed for Windows:\n${output}`);
  await writeFile(stamp, digest);
}

/**
 * Runs `use` with the project, its dependencies, the built app if there is one, and Electron on drive C. Only there tests
 * see no folders of Linux.
 */
export async function withProjectOnC<T>(electron: ElectronDistribution, use: () => Promise<T>): Promise<T> {
  const folder = join(driveC, projectOnC);
  const list = await runOrThrow('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of list
    .split('\0')
    .filter((each) => each !== '' && existsSync(join(projectFolder, each)))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(projectFolder, path), join(folder, path));
  }
  const app = join(outFolder, 'app');
  if (existsSync(app)) await cp(app, join(folder, 'out', 'app'), { recursive: true });
  await cp(electron.folder, join(driveC, 'electron'), { recursive: true });
  await replaceMissingFunction(join(driveC, 'electron', 'electron.exe'));
  await rename(modules, modulesOnC);
  try {
    return await use();
  } finally {
    await rename(modulesOnC, modules);
  }
}

/**
 * Wine 10 lacks a function of Windows that Chromium calls for each window that it shows, and that ends the process. Another
 * one with the same arguments and result takes its place, which says no.
 * @param program a file with Chromium, such as `electron.exe`; unchanged if it was done before
 */
export async function replaceMissingFunction(program: string): Promise<void> {
  const bytes = await readFile(program);
  const missing = Buffer.from('IsWindowArranged');
  const other = Buffer.from('IsHungAppWindow\0');
  if (!bytes.includes(missing)) return;
  for (let at = bytes.indexOf(missing); at !== -1; at = bytes.indexOf(missing, at)) other.copy(bytes, at);
  await writeFile(program, bytes);
}
