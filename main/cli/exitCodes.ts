import { plainJson } from '#main/platform/plainJson.ts';
import type { z } from '#shared/zod.ts';
import { jsonText } from './jsonText.ts';
import { pluginLine } from './plugin.ts';
import type { CommandOutput } from './protocol.ts';
import type { checkResult } from './results.ts';
import { isForMonitoring, isJsonAsked } from './words.ts';

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

/** Reports in one line why there is no answer: on standard output for monitoring systems, else on standard error. */
export function sayUnknown(text: string, words: readonly string[], output: CommandOutput): ExitCode {
  if (words[0] === 'check')
    output.out(isJsonAsked(words) ? unknownCheckJson(text) : `${pluginLine(keywords.unknown, text)}\n`);
  else if (isForMonitoring(words)) output.out(`${keywords.unknown}: ${text}\n`);
  else output.err(`${text}\n`);
  return exitCodes.unknown;
}

/** The answer of `check --json` without an answer: `results.ts`. */
function unknownCheckJson(message: string): string {
  const state = { state: keywords.unknown, exitCode: exitCodes.unknown };
  const value: z.input<ReturnType<typeof checkResult>> = {
    ...{ schema: 2, changed: false, ...state, message },
    counts: null,
    connections: [],
    orders: [],
  };
  return plainJson(jsonText(value));
}
