import type { Disposable } from './disposable.ts';
import { errorName } from './errorName.ts';
import { errorPlace } from './errorPlace.ts';
import type { Logger } from './logger.ts';
import { handleUnexpected } from './unexpected.ts';

/** The part of a Node process that tells of bugs. */
export interface BugSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (bug: unknown) => void): unknown;
}

/**
 * Logs what nobody caught, and what listeners threw, and lets the program go on: what it watches over matters more than the part that broke, and
 * what is on disk is whole after every write. Without this, Electron would show the message, secrets and all, in a box.
 * @returns what ends the logging of what listeners throw; a process never does
 */
export function catchBugs(process: BugSource, logger: Logger): Disposable {
  const report = (message: string) => (bug: unknown) =>
    logger.error(message, { error: errorName(bug), place: errorPlace(bug) });
  process.on('uncaughtException', report('Uncaught exception'));
  process.on('unhandledRejection', report('Unhandled rejection'));
  return handleUnexpected((bug, source) =>
    logger.error('A callback failed', { source, error: errorName(bug), place: errorPlace(bug) }),
  );
}
