import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A server that runs in the foreground until its test ends. */
export interface ForegroundProgram {
  /** Its output on both streams so far. */
  words(): string;
  isRunning(): boolean;
  /** Ends all processes of its group. */
  stop(): Promise<void>;
}

/**
 * Runs a program in its own process group, so that no worker survives its test.
 * @param options `user`: the id of the user and group to run as; left out: our own
 */
export function runInForeground(
  program: string,
  args: readonly string[],
  { env, user }: { readonly env: NodeJS.ProcessEnv; readonly user?: number },
): ForegroundProgram {
  const identity = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...identity });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
  let isRunning = true;
  const closed = once(child, 'close')
    .catch((error: Error) => {
      words += error.message;
    })
    .finally(() => {
      isRunning = false;
    });
  const stop = async () => {
    if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
  };
  onTestFinished(stop);
  return { words: () => words, isRunning: () => isRunning, stop };
}
