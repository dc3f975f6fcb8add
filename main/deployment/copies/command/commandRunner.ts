import type { CommandRun } from '#shared/domain/copy.ts';

type Ended = Extract<CommandRun, { readonly kind: 'ended' }>;

/** How a command ended, and the end of what it printed. */
export type CommandEnd = Pick<Ended, 'outcome' | 'output' | 'isCut'>;

/** Runs commands of a person, each exactly as it is: no shell reads it. */
export interface CommandRunner {
  /**
   * Runs a command until it ends, or stops it and what it started when it takes too long. Never rejects.
   * @param command the program as an absolute path, and its arguments
   * @param signal aborting stops it
   */
  run(command: readonly string[], signal: AbortSignal): Promise<CommandEnd>;
}
