import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { win32 } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { cleanLines } from '#shared/text.ts';
import { type Disposable, disposeAll } from '../disposable.ts';
import { codeOf } from '../errors.ts';
import type { Scheduler } from '../time.ts';
import { settlesWithin } from '../time.ts';

/** How a command ended, and the end of its output. */
export interface ProgramEnd extends Pick<Extract<ProgramRun, { kind: 'ended' }>, 'outcome' | 'isCut'> {
  readonly output: string;
}
type Outcome = ProgramEnd['outcome'];

/** Runs the user's commands without a shell. */
export interface ProgramRunner {
  /**
   * Runs a command until it ends, is aborted or times out; it is stopped with its child processes. Never rejects.
   * @param command absolute path of the program, and arguments
   * @param input standard input; without it, that is empty
   */
  run(command: readonly string[], signal: AbortSignal, input?: string): Promise<ProgramEnd>;
}

/** In ms. */
interface ProgramLimits {
  readonly run: number;
  /** Time to end after SIGTERM. */
  readonly stop: number;
}

const defaultLimits: ProgramLimits = { run: 60_000, stop: 2_000 };

/** Time for the last output to arrive. A server that the command started may hold the pipe open forever. */
const DRAIN_MS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramRunnerPorts {
  /** Of this process. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** The working directory. Not the folder of the files, where other users might plant a makefile, for example. */
  readonly home: string;
  readonly scheduler: Scheduler;
  readonly limits?: ProgramLimits;
}

/** Runs commands as processes in their own process group, so that child processes can be stopped as well. */
export function createProgramRunner(ports: ProgramRunnerPorts): ProgramRunner {
  const { environment, platform, home } = ports;
  const env = programEnvironment(environment);
  return {
    async run(command, signal, input = '') {
      const [program = '', ...args] = command;
      const output = new OutputEnd();
      let outcome: Outcome;
      try {
        // Running a folder gives a different error on each system.
        if (!(await stat(program)).isFile()) outcome = { kind: 'notStarted', code: 'ENOENT' };
        else {
          const child = spawn(program, args, {
            cwd: home,
            env,
            stdio: ['pipe', 'pipe', 'pipe'],
            // On Windows, this would open a console.
            detached: platform !== 'win32',
            windowsHide: true,
            shell: false,
          });
          for (const stream of [child.stdout, child.stderr]) {
            stream.setEncoding('utf8');
            stream.on('data', (text: string) => output.add(text));
            stream.on('error', () => undefined);
          }
          // A program that does not read its input may end before it is written.
          child.stdin.on('error', () => undefined);
          child.stdin.end(input);
          outcome = await follow(child, ports, signal);
        }
      } catch (error) {
        outcome = notStarted(error);
      }
      return { outcome, ...output.end() };
    },
  };
}

function notStarted(error: unknown): Outcome {
  return { kind: 'notStarted', code: codeOf(error) || 'EINVAL' };
}

/** Waits for the end of a process; stops it at the timeout or an abort. */
async function follow(
  child: ChildProcess,
  { platform, environment, scheduler, limits = defaultLimits }: ProgramRunnerPorts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { promise: exit, resolve: exited } = Promise.withResolvers<Outcome>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  child.once('error', (error) => exited(notStarted(error)));
  child.once('exit', (code, killer) =>
    exited(code === null ? { kind: 'signalled', signal: killer ?? '' } : { kind: 'exited', code }),
  );
  child.once('close', () => close());
  const { pid } = child;
  if (pid === undefined) return exit;
  let isLate = false;
  let hasEnded = false;
  const timers: Disposable[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (
      platform === 'win32' ? stopOnWindows(pid, environment) : stopGroup(pid, limits.stop, scheduler)
    ).then(() => {
      // A process in uninterruptible sleep does not end.
      if (!hasEnded)
        timers.push(scheduler.after(limits.stop, () => exited({ kind: 'signalled', signal: 'SIGKILL' })));
    });
  };
  timers.push(
    scheduler.after(limits.run, () => {
      isLate = true;
      stop();
    }),
  );
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const outcome = await exit;
  hasEnded = true;
  disposeAll(timers);
  signal.removeEventListener('abort', stop);
  // Its child processes may end a moment later.
  await stopping;
  await settlesWithin(closed, DRAIN_MS, scheduler);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return isLate ? { kind: 'timedOut' } : outcome;
}

/** Interval of checks whether a process group has ended, in ms. */
const POLL_MS = 50;

/** Sends SIGTERM to a process group, and SIGKILL after `graceMs`. Daemons that left the group are out of reach. */
async function stopGroup(pid: number, graceMs: number, scheduler: Scheduler): Promise<void> {
  signalGroup(pid, 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    if (!signalGroup(pid, 0)) return;
    await new Promise<void>((resolve) => scheduler.after(POLL_MS, resolve));
  }
  signalGroup(pid, 'SIGKILL');
}

/** @returns whether the group still has processes */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: a process that we may not signal or, on macOS, a zombie.
    return codeOf(error) === 'EPERM';
  }
}

/** Never run on real Windows yet. */
function stopOnWindows(pid: number, environment: Environment): Promise<void> {
  const taskkill = win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return new Promise((resolve) => {
    execFile(taskkill, ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
  });
}

/** Variables that Electron, Node, an AppImage and a service manager add for this process alone. */
const OWN =
  /^(?:ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_.*|CHROME_DESKTOP|ORIGINAL_XDG_CURRENT_DESKTOP|APPDIR|APPIMAGE|ARGV0|OWD|APPIMAGE_.*|NOTIFY_SOCKET|WATCHDOG_.*|JOURNAL_STREAM|CREDENTIALS_DIRECTORY)$/u;

/**
 * The environment for the user's commands: that of this process, without what was added for it alone. An AppImage also
 * prepends folders of its mount to search paths; these are removed, and so is a search path that would be empty, which
 * means the working directory.
 */
export function programEnvironment(environment: Environment): Record<string, string> {
  const { APPDIR: mount = '', ORIGINAL_XDG_CURRENT_DESKTOP: desktop } = environment;
  const isMounted = (path: string) => path === mount || path.startsWith(`${mount}/`);
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || OWN.test(name.toUpperCase())) continue;
    const parts = mount === '' ? [] : value.split(':');
    if (!parts.some(isMounted)) clean[name] = value;
    else {
      const others = parts.filter((part) => part !== '' && !isMounted(part));
      if (others.length > 0) clean[name] = others.join(':');
    }
  }
  if (desktop !== undefined) clean['XDG_CURRENT_DESKTOP'] = desktop;
  return clean;
}

/** Bytes (UTF-8) kept of a command's output, from its end. */
export const OUTPUT_MAX = 16 * 1024;
/** In characters, before cleaning. */
const RAW_MAX = 4 * OUTPUT_MAX;

export class OutputEnd {
  #raw = '';
  #isCut = false;

  add(text: string): void {
    this.#raw += text;
    // Cutting at each piece would copy the whole text each time.
    if (this.#raw.length > 2 * RAW_MAX) this.#cut();
  }

  /** The collected output. `isCut`: the beginning is missing. */
  end(): { readonly output: string; readonly isCut: boolean } {
    if (this.#raw.length > RAW_MAX) this.#cut();
    const plain = cleanLines(stripVTControlCharacters(this.#raw));
    const bytes = Buffer.from(plain);
    if (bytes.length <= OUTPUT_MAX) return { output: plain, isCut: this.#isCut };
    let start = bytes.length - OUTPUT_MAX;
    // Don't cut within a character.
    while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return { output: bytes.toString('utf8', start), isCut: true };
  }

  #cut(): void {
    this.#raw = this.#raw.slice(-RAW_MAX);
    this.#isCut = true;
  }
}
