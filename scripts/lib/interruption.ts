import { constants } from 'node:os';
import { StopError, say } from './terminal.ts';

const controller = new AbortController();
let exitCode = 0;

/** Aborted at the first SIGINT, SIGTERM or SIGHUP of a command run by `runCommand`. */
export const interruption: AbortSignal = controller.signal;

/** Waits for a promise; rejects at an interruption. */
export async function untilInterrupted<T>(promise: Promise<T>): Promise<T> {
  interruption.throwIfAborted();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(interruption.reason);
  interruption.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, interrupted]);
  } finally {
    interruption.removeEventListener('abort', onAbort);
  }
}

/**
 * Runs a command of `scripts/` as the whole process. An interruption lets it unwind and end what it started. Of a
 * `StopError` only the message is printed. Repeated signals are ignored, because npm and the terminal both send one.
 * @param command returns the exit code
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      exitCode = 128 + constants.signals[name];
      controller.abort();
    });
  }
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StopError) {
      say(error.message);
    } else if (!interruption.aborted) {
      console.error(error);
    }
  }
  if (interruption.aborted) {
    process.exitCode = exitCode;
  }
}
