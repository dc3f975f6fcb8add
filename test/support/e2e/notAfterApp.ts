import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { expect } from 'vitest';
import { endElectron, type StartedElectron, startElectron } from '#scripts/demo/electronApp.ts';
import { type ElectronDistribution, readDistribution } from '#scripts/lib/electronDownload.ts';
import { atEndOfFiles, atEndOfTests, runsTest } from './endings.ts';
import { type MovableClock, movableClock } from './movableClock.ts';

/** How to start the app. */
export type LaunchOptions = LaunchSurroundings & ProfileChoice;

/** A folder of the app's data, or why the app starts without any, and not on a profile that has lived (`launchLived`). */
type ProfileChoice =
  | { readonly profile: string; readonly because?: string }
  | { readonly profile?: string; readonly because: string };

/** What is around the app. Everything has a default. */
export interface LaunchSurroundings {
  /** Added to the environment of the test desktop. */
  readonly env?: NodeJS.ProcessEnv;
  /** The language of the system, as in the variable LANGUAGE; default `en`. */
  readonly language?: string;
  /** The folder of a copy of the app, to run that instead. */
  readonly appFolder?: string;
  /** The folder of the Electron that runs it; default: that of the tests. */
  readonly electronFolder?: string;
  /** Whether the app's wall clock can be moved (`clock`). */
  readonly movableClock?: boolean;
  /** The scale of the display, such as 1.25. */
  readonly scale?: number;
  /** What the computer has left. Default `short`: a closed window is destroyed at once. */
  readonly memory?: 'plenty' | 'short';
}

/** The real app in real Electron on the test desktop. */
export interface NotAfter {
  readonly electron: ElectronApplication;
  readonly profile: string;
  readonly pid: number;
  /** The app's wall clock; throws if it was not requested. */
  readonly clock: MovableClock;
  /** Everything that the app wrote to standard output and standard error. */
  log(): string;
  /** Errors and warnings of the pages (console, exceptions, refusals of the CSP), uncaught exceptions of main. */
  problems(): readonly string[];
  /** Marks these problems as expected. */
  forgetProblems(): void;
  /** The open window, or the next one that opens. */
  window(): Promise<Page>;
  /** Quits the app. Rejects if it had to be killed, or if a page had problems. */
  close(): Promise<void>;
  /** Ends the app as a power cut does. */
  kill(): Promise<void>;
}

/** The Electron that the tests run in. */
export function testElectron(): ElectronDistribution {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const distribution = folder === undefined ? undefined : readDistribution(folder);
  if (distribution === undefined) throw new Error('ELECTRON_OVERRIDE_DIST_PATH names no Electron');
  return distribution;
}

/** A folder for the data of one test file, removed after its last test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-e2e-'));
  folders.add(folder);
  return folder;
}

/**
 * Starts the app. It ends at the latest after the test that started it, or after the file's last test if it was
 * started in `beforeAll`. After every test its pages must have no problems.
 */
export async function launchNotAfter(options: LaunchOptions): Promise<NotAfter> {
  const profile = options.profile ?? (await temporaryFolder());
  const clock = options.movableClock === true ? await movableClock(await temporaryFolder()) : null;
  const env = {
    ...process.env,
    LANGUAGE: options.language ?? 'en',
    ...clock?.env,
    ...options.env,
  };
  const started = await startElectron({
    electronFolder: options.electronFolder ?? testElectron().folder,
    profile,
    env,
    isVirtual: true,
    appFolder: options.appFolder,
    switches: options.scale === undefined ? [] : [`--force-device-scale-factor=${options.scale}`],
  });
  const app = new RunningNotAfter(started, profile, clock);
  running.set(app, runsTest() ? 'test' : 'file');
  await prepareProcess(app.electron, options.memory ?? 'short');
  return app;
}

/** Sets how much memory of the computer seems to be free, which differs by computer. */
export async function setMemory(electron: ElectronApplication, memory: 'plenty' | 'short'): Promise<void> {
  await electron.evaluate(
    (_, free) => {
      process.getBuiltinModule('node:os').freemem = () => free;
      process.getBuiltinModule('node:module').syncBuiltinESMExports();
    },
    memory === 'plenty' ? 2 ** 34 : 0,
  );
}

/** Electron shows an uncaught exception in a message box, which would wait forever. */
async function prepareProcess(electron: ElectronApplication, memory: 'plenty' | 'short'): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await electron.evaluate(async ({ dialog }, mark) => {
        // The debugger asks in the middle of whatever runs, such as the load of a module of Node.
        await new Promise(setImmediate);
        dialog.showErrorBox = (title, content) => process.stderr.write(`${mark} ${title}: ${content}\n`);
      }, errorBoxMark);
      await setMemory(electron, memory);
      return;
    } catch (error) {
      // The debugger can lose the answer if the app loads much at its start.
      if (attempt === 10 || !String(error).includes('garbage collected')) throw error;
    }
  }
}

const errorBoxMark = '[error box]';
/** The line that main prints for an uncaught bug. */
const bugLine = /"message":"(?:Uncaught exception|Unhandled rejection|call failed)"/u;
const running = new Map<RunningNotAfter, 'test' | 'file'>();
const folders = new Set<string>();

class RunningNotAfter implements NotAfter {
  readonly electron: ElectronApplication;
  readonly profile: string;
  readonly pid: number;
  readonly #started: StartedElectron;
  readonly #clock: MovableClock | null;
  readonly #output: string[] = [];
  #problems: string[] = [];

  constructor(started: StartedElectron, profile: string, clock: MovableClock | null) {
    this.#started = started;
    this.electron = started.app;
    this.profile = profile;
    this.#clock = clock;
    const { child } = started;
    this.pid = child.pid ?? 0;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output.push(text);
        if (text.includes(errorBoxMark) || bugLine.test(text)) this.#problems.push(text);
      });
    }
    const context = this.electron.context();
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#problems.push(message.text());
    });
    context.on('weberror', (error) => this.#problems.push(String(error.error())));
  }

  get clock(): MovableClock {
    if (this.#clock === null) throw new Error('The app was started without a movable clock');
    return this.#clock;
  }

  log(): string {
    return this.#output.join('');
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  forgetProblems(): void {
    this.#problems = [];
  }

  async window(): Promise<Page> {
    for (;;) {
      const [open] = this.electron.windows().filter((page) => !page.isClosed());
      const page = open ?? (await this.electron.waitForEvent('window'));
      if (await hasEnded(page)) continue;
      page.setDefaultTimeout(15_000);
      return page;
    }
  }

  async close(): Promise<void> {
    const hasQuit = await this.end();
    if (!hasQuit) await saveLog(this, 'did not quit');
    expect(hasQuit, 'The app quits by itself').toBe(true);
    expect(this.#problems, this.#problems.join(' || ')).toEqual([]);
  }

  async kill(): Promise<void> {
    running.delete(this);
    const { child } = this.#started;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Ends the app if it still runs. Returns whether it quit by itself. */
  async end(): Promise<boolean> {
    running.delete(this);
    return endElectron(this.#started);
  }
}

/** Whether the window of a page is destroyed. Such a page is listed until its debugger has heard of it. */
async function hasEnded(page: Page): Promise<boolean> {
  const error = await page.evaluate(() => null).catch(String);
  // Its debugger is heard in a turn of the event loop.
  await new Promise(setImmediate);
  return error?.includes('has been closed') === true;
}

async function saveLog(app: RunningNotAfter, name: string): Promise<void> {
  const folder = process.env['NOTAFTER_TEST_OUT'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const text = `${app.log()}\n--- problems of the pages\n${app.problems().join('\n')}\n`;
  await writeFile(join(folder, `${name.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 80)}-${app.pid}.log`), text);
}

atEndOfTests(async ({ name, hasFailed }) => {
  const problems: string[] = [];
  for (const [app, scope] of [...running]) {
    if (hasFailed) await saveLog(app, name);
    problems.push(...app.problems());
    app.forgetProblems();
    if (scope === 'test') await app.end();
  }
  expect(problems, `The pages had problems: ${problems.join(' || ')}`).toEqual([]);
});

atEndOfFiles(async () => {
  for (const app of [...running.keys()]) await app.end();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.clear();
});
