import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { _electron, type ElectronApplication } from 'playwright-core';
import { projectFolder } from '../lib/paths.ts';

/** How to start the app: `profile` is a folder for its data, `env` names the display. */
export type LaunchOptions = {
  /** The folder of the Electron distribution to run. */
  readonly electronFolder: string;
  readonly profile: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the display has no graphics card. */
  readonly isVirtual: boolean;
  /** The folder of the app; default: this project. */
  readonly appFolder?: string | undefined;
  /** More switches of Chromium. */
  readonly switches?: readonly string[] | undefined;
};

/** A started app under Playwright's control, and its process. */
export type StartedElectron = { readonly app: ElectronApplication; readonly child: ChildProcess };

/** Longer than the app's own limit for work in flight when it quits. */
const closeWithinMs = 15_000;

/** The arguments of Electron that run the built app on a profile. */
export function appArguments({
  profile,
  isVirtual,
  appFolder = projectFolder,
  switches = [],
}: Pick<LaunchOptions, 'profile' | 'isVirtual' | 'appFolder' | 'switches'>): string[] {
  return [appFolder, `--user-data-dir=${profile}`, ...(isVirtual ? ['--disable-gpu'] : []), ...switches];
}

/** Whether Chromium runs without its sandbox: it refuses to create one for root. */
export function lacksSandbox(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Starts the built app under Playwright's control, before its window opens.
 * Electron is given by the variable that its package reads, and not by its path. Only then does Playwright pause the app
 * until it is connected. Otherwise it can connect in the middle of a navigation, whose end it never sees.
 */
export async function startElectron(options: LaunchOptions): Promise<StartedElectron> {
  const takeBack = nameElectron(options.electronFolder);
  const allowSignalListeners = refuseSignalListeners();
  const launched = _electron.launch({
    args: appArguments(options),
    cwd: projectFolder,
    env: definedValues(options.env),
    chromiumSandbox: !lacksSandbox(),
  });
  const app = await launched.finally(allowSignalListeners).finally(takeBack);
  askAgainForLostAnswers(app);
  // Playwright forgets the process when it has ended.
  return { app, child: app.process() };
}

const { cache, resolve } = createRequire(import.meta.url);

/**
 * Names the Electron of the next start. Playwright has it from the module of the package, which reads the variable once.
 * @returns what gives the variable its former value back, for what starts later in this process
 */
function nameElectron(folder: string): () => void {
  const name = 'ELECTRON_OVERRIDE_DIST_PATH';
  const former = process.env[name];
  process.env[name] = folder;
  delete cache[resolve('electron/index.js')];
  return () => {
    if (former === undefined) delete process.env[name];
    else process.env[name] = former;
  };
}

/** Calls whose answers are lost are made this often in all. */
const callsAtMost = 5;

/**
 * When the app frees its memory, V8's inspector can lose the answer of a call that is under way. The call is then made
 * again, so what is evaluated must be right when it runs more than once.
 */
function askAgainForLostAnswers(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...args: readonly unknown[]) => Promise<unknown>;
  const evaluateUntilAnswered = async (...args: readonly unknown[]) => {
    for (let call = 1; ; call += 1) {
      try {
        return await evaluate(...args);
      } catch (error) {
        if (call === callsAtMost || !String(error).includes('garbage collected')) throw error;
      }
    }
  };
  app.evaluate = evaluateUntilAnswered as ElectronApplication['evaluate'];
}

/** Quits the app, and kills it after 15 s. @returns whether it quit by itself */
export async function endElectron({ app, child }: StartedElectron): Promise<boolean> {
  let isKilled = false;
  const timer = setTimeout(() => {
    isKilled = true;
    child.kill('SIGKILL');
  }, closeWithinMs);
  await app.close().catch(() => {});
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
  clearTimeout(timer);
  return !isKilled;
}

/** From now on the app's native file dialogs return this path. */
export async function answerFileDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, path);
}

/** From now on the user agrees in every native dialog. */
export async function agreeInBoxes(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
}

/**
 * On Ctrl-C Playwright would end the app and then our process, before the service and the desktop are stopped. So the
 * signal handlers that it adds at a launch are removed at once: we close the app ourselves.
 * @returns a function that ends this
 */
function refuseSignalListeners(): () => void {
  const signals: readonly (string | symbol)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const refuse = (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (signals.includes(event)) queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', refuse);
  return () => process.off('newListener', refuse);
}

function definedValues(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
