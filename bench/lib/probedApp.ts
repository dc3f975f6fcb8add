import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { appArguments } from '#scripts/demo/electronApp.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import type { BenchContext } from './bench.ts';

const benchFolder = join(import.meta.dirname, '..');
const limitMs = 30_000;

/** What to start: the built NotAfter, or an Electron app that does nothing. */
export type ProbedKind = 'notAfter' | 'blank';

/** A running app without a debugger, which would cost time and memory. */
export interface ProbedApp {
  readonly pid: number;
  /** Milliseconds from the start of the process until its page was painted. */
  readonly paintedMs: number;
  close(): Promise<void>;
}

/** Starts an app and waits until it has painted: NotAfter a row of its list, the blank app its heading. */
export async function startProbed(
  { electron, env }: Pick<BenchContext, 'electron' | 'env'>,
  kind: ProbedKind,
  profile: string,
): Promise<ProbedApp> {
  const isBlank = kind === 'blank';
  const [own = '', ...flags] = appArguments({ profile, isVirtual: true });
  const args = [
    ...['-r', join(benchFolder, 'paintProbe.cjs')],
    ...[isBlank ? join(benchFolder, 'blankApp') : own, ...flags],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const selector = isBlank ? 'h1' : 'tr[data-order-id]';
  const startedAt = performance.timeOrigin + performance.now();
  const child = spawn(electron, args, {
    cwd: projectFolder,
    env: { ...env, LANGUAGE: 'en', BENCH_SELECTOR: selector },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const paintedMs = (await paintedAt(child)) - startedAt;
    return { pid: child.pid ?? 0, paintedMs, close: () => endProcess(child) };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

async function paintedAt(child: ChildProcess): Promise<number> {
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  try {
    if (child.stdout !== null) {
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('{"paintedAt"')) return JSON.parse(line).paintedAt;
      }
    }
  } finally {
    clearTimeout(limit);
  }
  throw new Error('The app ended, or never painted');
}
