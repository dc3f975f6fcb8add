import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { interruption } from './interruption.ts';
import { projectFolder } from './paths.ts';
import { StopError } from './terminal.ts';

/** The result of a program. `code` is 128 plus the signal's number, as in a shell, if a signal ended it. */
export type RunResult = { readonly code: number; readonly output: string };

type RunOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives each line of the program's file descriptor 3. Without it the descriptor is closed. */
  readonly onLine?: (line: string) => void;
};

const graceMs = 5_000;

/**
 * Ends a process that we started: SIGTERM, after 5 s SIGKILL. Resolves when it has exited.
 */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = new AbortController();
  const late = wait(graceMs, 'late', { signal: timer.signal }).catch(() => 'gone');
  if ((await Promise.race([gone, late])) === 'late') {
    child.kill('SIGKILL');
    await gone;
  }
  timer.abort();
}

/**
 * Runs a program. Returns its exit code and the output of both streams without colours. An interruption ends it.
 * Throws `StopError` if it cannot be started.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const { onLine, ...rest } = options;
  const channel = onLine === undefined ? [] : (['pipe'] as const);
  const child = start(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe', ...channel] });
  const lines = child.stdio[3];
  if (onLine !== undefined && lines instanceof Readable) {
    createInterface({ input: lines }).on('line', onLine);
  }
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await ended(command, child);
  return { code, output: stripVTControlCharacters(output) };
}

/** As `run`; throws with the program's output unless it ends with code 0. Returns the output. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ended with code ${code}:\n${output}`);
  return output;
}

/** As `run`, with the output in a file until the program ends: not every program can write to a pipe. */
export async function runIntoFile(
  command: string,
  args: readonly string[],
  options: Pick<RunOptions, 'cwd' | 'env'> = {},
): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-output-'));
  try {
    const file = await open(join(folder, 'output'), 'w+');
    try {
      const stdio = ['ignore', file.fd, file.fd] as const;
      const code = await ended(command, start(command, args, { ...options, stdio: [...stdio] }));
      return { code, output: stripVTControlCharacters(await readFile(join(folder, 'output'), 'utf8')) };
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As `run`, for npm: the one that started this command, if any. @param folder where it runs */
export function runNpm(args: readonly string[], folder: string): Promise<RunResult> {
  const parent = process.env['npm_execpath'];
  return parent !== undefined && basename(parent) === 'npm-cli.js'
    ? run(process.execPath, [parent, ...args], { cwd: folder })
    : run('npm', args, { cwd: folder });
}

/** As `run`, but the program uses our terminal. Returns the exit code. */
export async function runVisibly(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  return ended(command, start(command, args, { ...options, stdio: 'inherit' }));
}

function start(command: string, args: readonly string[], options: RunOptions & SpawnOptions): ChildProcess {
  interruption.throwIfAborted();
  const { cwd = projectFolder, env = process.env, stdio = 'inherit' } = options;
  return spawn(command, [...args], { cwd, env, stdio });
}

async function ended(command: string, child: ChildProcess): Promise<number> {
  const end = () => void endProcess(child);
  interruption.addEventListener('abort', end, { once: true });
  try {
    return await exitCodeOf(child);
  } catch (error) {
    throw new StopError(`${command} could not be started: ${error instanceof Error ? error.message : error}`);
  } finally {
    interruption.removeEventListener('abort', end);
    interruption.throwIfAborted();
  }
}

async function exitCodeOf(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('close', (code, signal) => resolve(shellCode(code, signal)));
  return promise;
}

/** The exit code that a shell returns: 128 plus the signal's number if a signal ended the program. */
export function shellCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}
