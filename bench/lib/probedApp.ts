import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { appArguments, lacksSandbox } from '#scripts/demo/electronApp.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { endProcess, run } from '#scripts/lib/processes.ts';
import { activateTray } from '#test/support/trayBus.ts';
import { clickTray } from '#test/support/trayMenu.ts';
import type { BenchContext } from './bench.ts';
import { processTree, renderersOf } from './processTree.ts';

const benchFolder = join(import.meta.dirname, '..');
const limitMs = 30_000;

/** What to start: the built NotAfter, or an Electron app that does nothing. */
export type ProbedKind = 'notAfter' | 'blank';

/** A running app without a debugger, which would cost time and memory. */
export interface ProbedApp {
  readonly pid: number;
  /** Milliseconds from the start of the process until its page was painted. */
  readonly paintedMs: number;
  /** Closes the window by its frame, as the user does, and waits until its page is gone, or with BENCH_REST its window. */
  closeWindow(): Promise<void>;
  /**
   * Opens a window by the tray: with its icon, or NotAfter's own window with its menu.
   * @returns milliseconds from the click, with icon and menu already found, until the page of the new window was painted
   */
  reopen(): Promise<number>;
  /** With BENCH_HEALTH. */
  health(): Promise<Health>;
  close(): Promise<void>;
}

const reports = {
  paintedAt: z.number(),
  health: z.object({
    heapBytes: z.number(),
    residentBytes: z.number(),
    handles: z.number(),
    processorMs: z.number(),
  }),
};

/** What the main process holds after its garbage was collected: V8's heap with buffers, all its memory, handles; and processor time so far. */
export type Health = z.output<(typeof reports)['health']>;

/**
 * Starts an app and waits until it has painted: NotAfter a row of its list, the blank app its heading.
 * @param extraEnv variables for the app: BENCH_TRAY gives the blank app a tray icon, BENCH_QUICK opens the quick window instead of the
 *   window, BENCH_REST lets the page of a closed window rest, BENCH_HEALTH lets it be asked for its health
 */
export async function startProbed(
  { electron, env }: Pick<BenchContext, 'electron' | 'env'>,
  kind: ProbedKind,
  profile: string,
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<ProbedApp> {
  const isBlank = kind === 'blank';
  const [own = '', ...flags] = appArguments({ profile, isVirtual: true });
  const args = [
    ...['-r', join(benchFolder, 'paintProbe.cjs')],
    ...[isBlank ? join(benchFolder, 'blankApp') : own, ...flags],
    ...(lacksSandbox() ? ['--no-sandbox'] : []),
  ];
  const isQuick = extraEnv['BENCH_QUICK'] !== undefined;
  const selector = isBlank ? 'h1' : isQuick ? 'tr[data-order-id], [data-quick-order]' : 'tr[data-order-id]';
  const startedAt = performance.timeOrigin + performance.now();
  const child = spawn(electron, args, {
    cwd: projectFolder,
    env: { ...env, LANGUAGE: 'en', BENCH_SELECTOR: selector, ...extraEnv },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = child.pid ?? 0;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = <Key extends keyof typeof reports>(key: Key) => nextReport(child, lines, key);
  try {
    const paintedAt = await next('paintedAt');
    return {
      pid,
      paintedMs: paintedAt - startedAt,
      closeWindow: () => closeWindow(env, pid, extraEnv['BENCH_REST'] !== undefined),
      reopen: async () => {
        const since = await (isBlank || isQuick ? activateTray(pid) : clickTray(pid, 'Open NotAfter'));
        return (await next('paintedAt')) - since;
      },
      health: () => {
        child.kill('SIGUSR2');
        return next('health');
      },
      close: () => endProcess(child),
    };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/** The next report of this kind; kills an app that makes none within 30 s. */
async function nextReport<Key extends keyof typeof reports>(
  child: ChildProcess,
  lines: AsyncIterator<string>,
  key: Key,
): Promise<z.output<(typeof reports)[Key]>> {
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  try {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      if (!line.value.startsWith(`{"${key}"`)) continue;
      return reports[key].parse(JSON.parse(line.value)[key]) as z.output<(typeof reports)[Key]>;
    }
  } finally {
    clearTimeout(limit);
  }
  throw new Error('The app ended, or never painted');
}

async function windowOf(env: NodeJS.ProcessEnv, pid: number): Promise<string | undefined> {
  const { output } = await run('wmctrl', ['-l', '-p'], { env });
  const lines = output.split('\n').map((line) => line.split(/\s+/u));
  return lines.find(([, , owner]) => owner === String(pid))?.[0];
}

async function closeWindow(env: NodeJS.ProcessEnv, pid: number, rests: boolean): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const id = await windowOf(env, pid);
    if (id !== undefined) await run('wmctrl', ['-i', '-c', id], { env });
    await wait(100);
    if (id === undefined && (rests || (await renderersOf(await processTree(pid))).length === 0)) return;
  }
  throw new Error('The window did not close');
}
