import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { type ElectronDistribution, readDistribution } from '#scripts/lib/electronDownload.ts';
import { endProcess, run } from '#scripts/lib/processes.ts';
import { packageApp } from '#scripts/packaging/packageApp.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';
import { sharedFolder } from './sharedFolder.ts';
import type { WatchedNetwork } from './watchedNetwork.ts';

/** The folder of the unpacked archive. */
export interface Installation {
  readonly folder: string;
  readonly executable: string;
  /** Its folder `resources/`. */
  readonly resources: string;
}

/** Options of the start. */
export interface PackagedStart {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** A program with arguments that starts the app. */
  readonly launcher?: readonly string[];
  /** Where the app runs; default: the network of this computer. */
  readonly network?: WatchedNetwork;
  /** Whether its pages stay as the desktop makes them. By default Playwright makes them light, and focused. */
  readonly asOnDesktop?: boolean;
}

/** A running packaged app. Playwright cannot attach to its main process, only to its window. */
export interface PackagedApp {
  readonly pid: number;
  /** The folder of the app's data. */
  readonly profile: string;
  /** The exit code after the app has ended; 128 plus the number of the signal if one ended it. */
  readonly ended: Promise<number>;
  /** Everything that the app wrote to standard output and standard error. */
  log(): string;
  /** The open window with this page, or the next one that opens; default: the main window. */
  window(address?: string): Promise<Page>;
}

/** The Electron that the tests run in, unchanged. */
export function stockElectron(): ElectronDistribution {
  const electron = readDistribution(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '');
  if (electron === undefined) throw new Error('ELECTRON_OVERRIDE_DIST_PATH names no Electron');
  return electron;
}

/** Packages the built app as an archive into a folder, like `npm run package`, without compression. */
async function packageInto(output: string): Promise<void> {
  const result = await packageApp({
    system: 'linux',
    targets: ['tar.gz'],
    electron: stockElectron(),
    output,
    compression: 'store',
  });
  expect(result.counts.failed, result.details).toBe(0);
}

/** The archive of the built app, which all test files of a run share. */
export async function sharedArchive(): Promise<string> {
  const folder = await sharedFolder('archive', packageInto);
  const name = (await readdir(folder)).find((each) => each.endsWith('.tar.gz')) ?? 'no archive';
  return join(folder, name);
}

/** Unpacks the archive of the built app into a folder of this test file. */
export async function installFromArchive(): Promise<Installation> {
  const archive = await sharedArchive();
  const output = await temporaryFolder();
  const { code, output: words } = await run('tar', ['-xzf', archive, '-C', output]);
  expect(code, words).toBe(0);
  const folder = join(output, 'installed');
  await rename(join(output, basename(archive, '.tar.gz')), folder);
  return { folder, executable: join(folder, 'notafter'), resources: join(folder, 'resources') };
}

/**
 * Starts the packaged app with a profile in `$XDG_CONFIG_HOME`. It ends at the latest after the file's last test.
 * @param configHome replaces the user's `~/.config`
 * @param given further arguments and environment
 */
export async function startPackaged(
  { executable }: Installation,
  configHome: string,
  given: PackagedStart = {},
): Promise<PackagedApp> {
  const args = ['--remote-debugging-port=0', ...(given.args ?? [])];
  const child = spawnPackaged(executable, configHome, { ...given, args });
  started.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const ended = exitCode(child);
  const profile = join(configHome, 'NotAfter');
  const port = await debuggingPort(profile, () => log);
  const reachable = given.network === undefined ? port : await given.network.reach(port);
  return {
    pid: child.pid ?? 0,
    profile,
    ended,
    log: () => log,
    window: (page) => connectToWindow(`127.0.0.1:${reachable}`, page, given.asOnDesktop),
  };
}

/** Starts the app, which may open no window, and returns the exit code. */
export async function runPackaged(
  { executable }: Installation,
  configHome: string,
  given: PackagedStart,
): Promise<number> {
  const child = spawnPackaged(executable, configHome, given);
  started.push(child);
  return exitCode(child);
}

/** Starts the app again for the same profile, and returns the exit code. */
export async function startPackagedAgain({ executable }: Installation, configHome: string): Promise<number> {
  return exitCode(spawnPackaged(executable, configHome, {}));
}

/** Runs any Electron program to its end, and returns its exit code. */
export async function runToEnd(
  executable: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(executable, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  started.push(child);
  return exitCode(child);
}

/** How long a packaged app may take to open a window on a busy machine. */
const STARTS_WITHIN_MS = 60_000;

const pageAddress = 'app://notafter/index.html';
const started: ChildProcess[] = [];
const browsers: Browser[] = [];

function spawnPackaged(
  executable: string,
  configHome: string,
  { args = [], env = {}, launcher = [], network }: PackagedStart,
): ChildProcess {
  // A launcher starts it as a user with a sandbox.
  const sandbox = lacksSandbox() && launcher.length === 0 ? ['--no-sandbox'] : [];
  // A command takes no option of Chromium.
  const gpu = args.every((arg) => arg.startsWith('-')) ? ['--disable-gpu'] : [];
  const outer = [...(network?.launcher ?? []), ...launcher];
  const [program = executable, ...words] = [...outer, executable, ...gpu, ...sandbox, ...args];
  return spawn(program, words, {
    env: { ...process.env, XDG_CONFIG_HOME: configHome, LANGUAGE: 'en', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The port of `--remote-debugging-port`, as soon as the app listens there. */
async function debuggingPort(profile: string, log: () => string): Promise<number> {
  const file = join(profile, 'DevToolsActivePort');
  return vi.waitFor(
    async () => {
      const [port = '', path = ''] = (await readFile(file, 'utf8')).split('\n');
      // The file may be of a previous run, or not yet written.
      if (path === '' || !log().includes(path)) throw new Error(`The app is not ready:\n${log()}`);
      return Number(port);
    },
    { timeout: STARTS_WITHIN_MS },
  );
}

const targetsSchema = z.array(z.object({ type: z.string(), url: z.string() }));

/**
 * Connects to the open window, or to the next one: a connection before its page exists would hang.
 * @param address the host and port of `--remote-debugging-port`
 * @param page its address
 * @param asOnDesktop as of `PackagedStart`
 */
export async function connectToWindow(
  address: string,
  page = pageAddress,
  asOnDesktop = false,
): Promise<Page> {
  await vi.waitFor(
    async () => {
      const answer = await fetch(`http://${address}/json/list`);
      const targets = targetsSchema.parse(await answer.json());
      expect(targets.map(({ type, url }) => [type, url])).toContainEqual(['page', page]);
    },
    { timeout: STARTS_WITHIN_MS },
  );
  const browser = await chromium.connectOverCDP(`http://${address}`, { noDefaults: asOnDesktop });
  browsers.push(browser);
  const pages = browser.contexts().flatMap((context) => context.pages());
  const found = pages.find((each) => each.url() === page);
  if (found === undefined) throw new Error('The app has no window with this page');
  found.setDefaultTimeout(15_000);
  return found;
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}

atEndOfFiles(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
  for (const child of started.splice(0)) await endProcess(child);
});
