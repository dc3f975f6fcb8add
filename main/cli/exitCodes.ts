/** How a command ended, for scripts: docs/cli.md. */
export const exitCodes = {
  fine: 0,
  /** Something needs attention, or was not done. */
  attention: 1,
  /** The command line was not understood. */
  usage: 2,
  /** The app, its data or its keychain cannot be reached. */
  unreachable: 3,
  /** Ended by Ctrl-C: 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
