import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { codeOf } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { settlesWithin } from '#main/platform/time.ts';
import { commandEnvironment } from './commandEnvironment.ts';
import { CommandOutput } from './commandOutput.ts';
import type { CommandEnd, CommandRunner } from './commandRunner.ts';
import { type ProcessTree, processTree } from './processTree.ts';

/** In ms. */
interface CommandLimits {
  /** Timeout of a command. */
  readonly run: number;
  /** Time to end after SIGTERM. */
  readonly stop: number;
}

const defaultLimits: CommandLimits = { run: 60_000, stop: 2_000 };

/** Time for the last output to arrive. A server that the command started may hold the pipe open forever. */
const DRAIN_MS = 500;

export interface NodeCommandRunnerPorts {
  /** Of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /**
   * The working directory of commands. Not the folder of the files, where other users might plant files that programs read
   * from the working directory, such as a makefile.
   */
  readonly home: string;
  readonly scheduler: Scheduler;
  readonly limits?: CommandLimits;
}

type Outcome = CommandEnd['outcome'];

function notStarted(error: unknown): Outcome {
  return { kind: 'notStarted', code: codeOf(error) || 'EINVAL' };
}

/** Runs commands as processes in their own process group, so that child processes can be stopped as well. */
export function createNodeCommandRunner({
  environment,
  platform,
  home,
  scheduler,
  limits = defaultLimits,
}: NodeCommandRunnerPorts): CommandRunner {
  const env = commandEnvironment(environment);
  const tree = processTree(platform, environment, scheduler);
  return {
    async run(command, signal) {
      const [program = '', ...args] = command;
      const output = new CommandOutput();
      let outcome: Outcome;
      try {
        // Running a folder gives a different error on each system.
        if (!(await stat(program)).isFile()) outcome = { kind: 'notStarted', code: 'ENOENT' };
        else {
          const child = spawn(program, args, {
            cwd: home,
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
            // On Windows, this would open a console.
            detached: platform !== 'win32',
            windowsHide: true,
            shell: false,
          });
          for (const stream of [child.stdout, child.stderr]) collect(stream, output);
          outcome = await follow(child, tree, limits, scheduler, signal);
        }
      } catch (error) {
        outcome = notStarted(error);
      }
      return { outcome, ...output.end() };
    },
  };
}

function collect(stream: Readable, output: CommandOutput): void {
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => output.add(text));
  stream.on('error', () => undefined);
}

/** Waits for the end of a process; stops it at the timeout or an abort. */
async function follow(
  child: ChildProcess,
  tree: ProcessTree,
  limits: CommandLimits,
  scheduler: Scheduler,
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
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= tree.stop(pid, limits.stop).then(() => {
      // A process in uninterruptible sleep does not end.
      scheduler.after(limits.stop, () => exited({ kind: 'signalled', signal: 'SIGKILL' }));
    });
  };
  const limit = scheduler.after(limits.run, () => {
    isLate = true;
    stop();
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const outcome = await exit;
  limit.dispose();
  signal.removeEventListener('abort', stop);
  // Its child processes may end a moment later.
  await stopping;
  await settlesWithin(closed, DRAIN_MS, scheduler);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return isLate ? { kind: 'timedOut' } : outcome;
}
