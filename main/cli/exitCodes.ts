import { isForMonitoring } from './arguments.ts';
import type { CommandOutput } from './commandServer.ts';

/** How a command ended, for scripts and monitoring systems: docs/cli.md. The codes 0 to 3 are those of Nagios plugins. */
export const exitCodes = {
  fine: 0,
  /** Something needs attention, or was not done. */
  attention: 1,
  /** Expired, not deployed, or the token is refused: clients or renewals fail now. */
  critical: 2,
  /** It cannot be told: the command line was not understood, or the app, its data or its keychain cannot be reached. */
  unknown: 3,
  /** Ended by Ctrl-C: 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The word of each code with which a monitoring plugin begins its answer, in every language. */
export const keywords = {
  fine: 'OK',
  attention: 'WARNING',
  critical: 'CRITICAL',
  unknown: 'UNKNOWN',
} as const;

/** The worst of several codes; `fine` for none. */
export function worstCode(codes: readonly ExitCode[]): ExitCode {
  return codes.toSorted((one, other) => other - one)[0] ?? exitCodes.fine;
}

/**
 * Says why a command has no answer: on standard output where a monitoring system reads that, else on standard error.
 * @param text one line
 * @returns the exit code for it
 */
export function sayUnknown(text: string, words: readonly string[], output: CommandOutput): ExitCode {
  if (isForMonitoring(words)) output.out(`${keywords.unknown}: ${text}\n`);
  else output.err(`${text}\n`);
  return exitCodes.unknown;
}
