import type { Logger } from './logger.ts';

/** What may be logged of something thrown: its name alone, because a message may quote what was being read. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

const MOST_FRAMES = 4;

/**
 * Where something was thrown, for the log: the innermost frames as `function file:line:column`. Neither the message,
 * which may quote what was being read, nor the folders, which may name a person.
 */
export function stackSummary(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  return (thrown.stack ?? '')
    .split('\n')
    .map((line) => /^ {4}at (?:(.+) \()?(?:[^()]*[\\/])?([^\\/()]+:\d+:\d+)\)?$/u.exec(line))
    .filter((frame) => frame !== null)
    .slice(0, MOST_FRAMES)
    .map(([, name = '', place]) => `${name} ${place}`.trim())
    .join(' < ');
}

/** The system's or the library's code of something thrown, such as `ECONNREFUSED`; empty where it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * @param error what a callback threw: a bug
 * @param source the constant name of what called it, for the log
 */
type Handler = (error: unknown, source: string) => void;

let handler: Handler = throwLater;

/** Hands what callbacks throw to `handle`, until disposed. The process sets it once, at its start. */
export function handleUnexpected(handle: Handler): { dispose(): void } {
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

/** The part of a Node process that tells of bugs. */
export interface BugSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (bug: unknown) => void): unknown;
}

/**
 * Logs what nobody caught, and what listeners threw, and lets the program go on: what it watches over matters more than the part that broke, and
 * what is on disk is whole after every write. Without this, Electron would show the message, secrets and all, in a box.
 * @returns what ends the logging of what listeners throw; a process never does
 */
export function catchBugs(process: BugSource, logger: Logger): { dispose(): void } {
  const report = (message: string) => (bug: unknown) =>
    logger.error(message, { error: errorName(bug), place: stackSummary(bug) });
  process.on('uncaughtException', report('Uncaught exception'));
  process.on('unhandledRejection', report('Unhandled rejection'));
  return handleUnexpected((bug, source) =>
    logger.error('A callback failed', { source, error: errorName(bug), place: stackSummary(bug) }),
  );
}
