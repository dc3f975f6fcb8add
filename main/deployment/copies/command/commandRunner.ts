import type { CommandRun } from '#shared/domain/copy.ts';

type Ended = Extract<CommandRun, { readonly kind: 'ended' }>;

/** How a command ended, and the end of its output. */
export type CommandEnd = Pick<Ended, 'outcome' | 'output' | 'isCut'>;

/** Runs the user's commands without a shell. */
export interface CommandRunner {
  /**
   * Runs a command until it ends or times out, when it is stopped with its child processes. Never rejects.
   * @param command absolute path of the program, and arguments
   * @param signal stops the command
   */
  run(command: readonly string[], signal: AbortSignal): Promise<CommandEnd>;
}
