/** Exit codes for scripts and monitoring systems (docs/cli.md). 0 to 3 are those of Nagios plugins. */
export const exitCodes = {
  fine: 0,
  /** Something needs attention or was not done. */
  attention: 1,
  /** Expired, not deployed, or the token is rejected: clients or renewals fail now. */
  critical: 2,
  /** No answer: invalid command line, or the app, its data or its keychain cannot be reached, or it could not be written. */
  unknown: 3,
  /** Interrupted by Ctrl-C: 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
  /** The reader of standard output ended before it had all: 128 plus the number of SIGPIPE. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The word that a monitoring plugin's answer begins with, the same in every language. */
export const keywords = {
  fine: 'OK',
  attention: 'WARNING',
  critical: 'CRITICAL',
  unknown: 'UNKNOWN',
} as const;

/** The worst of several codes; `fine` if there are none. */
export function worstCode(codes: readonly ExitCode[]): ExitCode {
  return codes.toSorted((one, other) => other - one)[0] ?? exitCodes.fine;
}
