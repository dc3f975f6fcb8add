import { isForMonitoring } from './arguments.ts';
import type { CommandOutput } from './commandServer.ts';
import { type ExitCode, exitCodes, keywords } from './exitCodes.ts';

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
