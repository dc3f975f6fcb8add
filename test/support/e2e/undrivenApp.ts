import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appArguments, lacksSandbox } from '#scripts/demo/electronApp.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { atEndOfTests } from './endings.ts';
import { testElectron } from './notAfterApp.ts';
import { pageProcesses } from './processTree.ts';

/** How to start the app without a driver. */
interface UndrivenStart {
  readonly profile: string;
  /** Further arguments. */
  readonly args?: readonly string[];
  /** Added to the environment of the test desktop. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The app without a driver, which would wait for its page. */
interface UndrivenApp {
  readonly pid: number;
  /** The exit code; `null` if a signal ended the app. */
  readonly ended: Promise<number | null>;
}

/** Chromium's switch that stops the process of each page at its start. It then exists until it is killed. */
export const pagesHang = '--renderer-startup-dialog';

const started = new Set<ChildProcess>();

/** Starts the app without a driver. It ends at the latest after the test. */
export function startUndriven({ profile, args = [], env = {} }: UndrivenStart): UndrivenApp {
  const sandbox = lacksSandbox() ? ['--no-sandbox'] : [];
  const all = [...appArguments({ profile, isVirtual: true }), ...sandbox, ...args];
  const child = spawn(testElectron().executable, all, { env: { ...process.env, ...env }, stdio: 'ignore' });
  started.add(child);
  return { pid: child.pid ?? 0, ended: once(child, 'exit').then(([code]) => code) };
}

atEndOfTests(async () => {
  for (const child of started) {
    // Pages that hang outlive the app.
    const pages = await pageProcesses(child.pid ?? 0).catch(() => []);
    await endProcess(child);
    for (const { pid } of pages) kill(pid);
  }
  started.clear();
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
