import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { interruption } from './interruption.ts';
import { cacheFolder, projectFolder } from './paths.ts';
import { endProcess } from './processes.ts';
import { say } from './terminal.ts';

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

/** The Electron distribution in a folder, or `undefined`. @param platform the system that it is for */
export function readDistribution(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): ElectronDistribution | undefined {
  const executable = join(folder, programs[platform] ?? 'electron');
  const versionFile = join(folder, 'version');
  if (!existsSync(executable) || !existsSync(versionFile)) {
    return undefined;
  }
  return { folder, executable, version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') };
}

const packageFolder = join(projectFolder, 'node_modules', 'electron');
const distFolder = join(packageFolder, 'dist');

const giveUpAfterMs = 20_000;
const rememberForMs = 6 * 60 * 60 * 1000;

/** Settings whose change justifies an earlier retry: mirror and proxy. */
const relevantSettings = [
  'ELECTRON_MIRROR',
  'npm_config_electron_mirror',
  'HTTPS_PROXY',
  'https_proxy',
  'ELECTRON_GET_USE_PROXY',
];

/** A failed download: when (Unix ms) and with which version and settings. */
export type FailedDownload = { readonly at: number; readonly circumstances: string };

/** Whether to skip a download that failed: for 6 hours, if version and settings are the same. */
export function shouldSkipDownload(failed: FailedDownload, now: number, circumstances: string): boolean {
  return failed.circumstances === circumstances && now >= failed.at && now - failed.at < rememberForMs;
}

/** The complete distribution of the `electron` package in node_modules, if it was downloaded. */
export async function installedElectron(): Promise<ElectronDistribution | undefined> {
  // Electron's installer writes path.txt last.
  if (!existsSync(join(packageFolder, 'path.txt'))) {
    return undefined;
  }
  const distribution = readDistribution(distFolder);
  return distribution?.version === (await declaredVersion()) ? distribution : undefined;
}

/**
 * Lets the `electron` package download its distribution. Stops if no data arrived within 20 s: without a route to the
 * server the installer would try for much longer.
 * @param patience `remember` does not try again for 6 hours after a failure, `always` tries each time
 */
export async function downloadElectron(
  patience: 'remember' | 'always',
): Promise<ElectronDistribution | undefined> {
  const memory = join(cacheFolder(process.env), 'electron-download-failed.json');
  const settings = relevantSettings.map((name) => process.env[name] ?? '');
  const circumstances = hash([await declaredVersion(), ...settings].join('\n'));
  const failed = patience === 'remember' ? await readFailure(memory) : undefined;
  if (failed !== undefined && shouldSkipDownload(failed, Date.now(), circumstances)) {
    return undefined;
  }
  say(`Downloading Electron ${await declaredVersion()} (stops after 20 s without data) ...`);
  if (await runInstaller()) {
    await rm(memory, { force: true });
    return installedElectron();
  }
  await rm(distFolder, { recursive: true, force: true });
  const failure: FailedDownload = { at: Date.now(), circumstances };
  await writeFile(memory, JSON.stringify(failure));
  return undefined;
}

/** The version that `package.json` declares, which is that of the installed npm package. */
export async function declaredVersion(): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
  return String(JSON.parse(text).version);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readFailure(file: string): Promise<FailedDownload | undefined> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8'));
    return { at: Number(value.at), circumstances: String(value.circumstances) };
  } catch {
    return undefined;
  }
}

async function runInstaller(): Promise<boolean> {
  await mkdir(cacheFolder(process.env), { recursive: true });
  const temporary = await mkdtemp(join(cacheFolder(process.env), 'download-'));
  const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  });
  const timer = new AbortController();
  const end = () => void endProcess(child);
  interruption.addEventListener('abort', end, { once: true });
  void wait(giveUpAfterMs, undefined, { signal: timer.signal })
    .then(async () => ((await holdsData(temporary)) ? undefined : endProcess(child)))
    .catch(() => undefined);
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    });
  } finally {
    timer.abort();
    interruption.removeEventListener('abort', end);
    await rm(temporary, { recursive: true, force: true });
    interruption.throwIfAborted();
  }
}

async function holdsData(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(names.map((name) => stat(join(folder, name))));
  return found.some((entry) => entry.isFile() && entry.size > 0);
}
