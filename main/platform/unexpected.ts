import type { Disposable } from './disposable.ts';

/**
 * @param error what a callback threw: a bug
 * @param source the constant name of what called it, for the log
 */
type Handler = (error: unknown, source: string) => void;

let handler: Handler = throwLater;

/** Hands what callbacks throw to `handle`, until disposed. The process sets it once, at its start. */
export function handleUnexpected(handle: Handler): Disposable {
  handler = handle;
  return {
    dispose: () => {
      handler = throwLater;
    },
  };
}

/**
 * Runs a callback of another part. What it throws is reported and does not reach the caller, who goes on with the next
 * callback. Where no handler is set, as in tests, it is thrown again in a turn of its own, as an uncaught exception.
 * @param source the constant name of the caller, for the log
 */
export function isolated(source: string, callback: () => void): void {
  try {
    callback();
  } catch (error) {
    handler(error, source);
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
