import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exitCodes.ts';

/** `notafter run` in a process that holds the database: there is one app for a profile. */
export function runRun(_values: object, { holder, t, unknown }: CommandContext): ExitCode {
  return unknown(t(holder === 'command' ? 'cli.reach.justEnded' : 'cli.run.alreadyRuns'));
}
