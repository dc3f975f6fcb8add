import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exitCodes.ts';

/** `notafter run` in a process that holds the database: there is one app for a profile. */
export function runRun(_values: object, { services, t, unknown }: CommandContext): ExitCode {
  return unknown(t(services.isApp ? 'cli.run.alreadyRuns' : 'cli.reach.justEnded'));
}
