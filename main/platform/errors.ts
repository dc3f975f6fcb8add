import type { FileReason } from '#shared/errors.ts';
import type { Logger } from './logger.ts';

/** The loggable part of something thrown: its name only, because a message may quote data. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

const MOST_FRAMES = 4;

/** The innermost stack frames as `function file:line:column`, without the message and folders, which may hold data. */
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

/** The error code of something thrown, such as `ECONNREFUSED`; empty if it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

// Node has no name for EDQUOT and calls it `Unknown system error -122`.
const quotaErrno: Readonly<Record<string, number>> = { linux: -122, darwin: -69 };

/** The code of a system error (`ENOENT`); `null` for any other error. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof errno !== 'number') return null;
  if (errno === quotaErrno[process.platform]) return 'EDQUOT';
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : `E${Math.abs(errno)}`;
}

/** What codes of the system mean for a file. `EFOREIGNLINK` is our own: a link of another user. */
const fileReasons: Readonly<Record<string, FileReason>> = {
  ENOENT: 'notFound',
  EACCES: 'permission',
  EPERM: 'permission',
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  EROFS: 'readOnly',
  ENAMETOOLONG: 'nameTooLong',
  ENOTDIR: 'notADirectory',
  EISDIR: 'notRegular',
  ELOOP: 'symlink',
  EFOREIGNLINK: 'foreignLink',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
};

/** Why a step with a file failed, by the code of the error. */
export function fileReasonOf(code: string): FileReason {
  return fileReasons[code] ?? 'other';
}

/** @param source constant name of the caller, for the log */
type Handler = (error: unknown, source: string) => void;

let handler: Handler = throwLater;

/** Passes errors of callbacks to `handle` until disposed. Called once, when the process starts. */
export function handleUnexpected(handle: Handler): { dispose(): void } {
  handler = handle;
  return {
    dispose: () => {
      handler = throwLater;
    },
  };
}

/**
 * Runs a callback of another part. An error is reported and does not reach the caller.
 * @param source constant name of the caller, for the log
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

export interface BugSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (bug: unknown) => void): unknown;
}

/**
 * Logs uncaught exceptions and errors of listeners, and keeps the program running: files are consistent after every
 * write. Without this, Electron would show the message, with any secret in it, in a dialog.
 * @returns ends the logging of listeners' errors, for tests
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
