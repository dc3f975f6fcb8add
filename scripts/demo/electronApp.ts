import type { ChildProcess } from 'node:child_process';
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
};

/** A started app under Playwright's control, and its process. */
export type StartedElectron = { readonly app: ElectronApplication; readonly child: ChildProcess };

/** Longer than the app itself allows for work that is under way when it quits. */
const closeWithinMs = 15_000;

/** The arguments of Electron that run the built app on a profile. */
export function appArguments({ profile, isVirtual }: Pick<LaunchOptions, 'profile' | 'isVirtual'>): string[] {
  return [projectFolder, `--user-data-dir=${profile}`, ...(isVirtual ? ['--disable-gpu'] : [])];
}

/** Whether Chromium has to go without its sandbox: it refuses to make one for root. */
export function lacksSandbox(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Starts the built app under Playwright's control. Its window is still to come.
 * Electron is named by the variable that its package reads, and not by its path: only so Playwright holds the app back
 * until it is connected. One that runs on meanwhile can be met in the middle of a navigation, which never ends for it.
 */
export async function startElectron(options: LaunchOptions): Promise<StartedElectron> {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = options.electronFolder;
  const allowSignalListeners = refuseSignalListeners();
  const launched = _electron.launch({
    args: appArguments(options),
    cwd: projectFolder,
    env: definedValues(options.env),
    chromiumSandbox: !lacksSandbox(),
  });
  const app = await launched.finally(allowSignalListeners);
  // Playwright no longer knows the process once it has ended.
  return { app, child: app.process() };
}

/** Lets the app quit by itself, and kills it when it does not within 15 s. Says whether it quit. */
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

/** From now on the app's native dialogs for opening answer with this path, and those for saving too. */
export async function answerFileDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, path);
}

/** From now on the person agrees to whatever the app asks in native boxes. */
export async function agreeInBoxes(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
}

/**
 * On Ctrl-C Playwright ends the app and then our whole process, before the service and the desktop are ended. So the
 * signal handlers that it adds at a launch are taken away at once: we close the app ourselves. Gives what ends this.
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
