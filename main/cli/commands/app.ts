import { answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter quick`: opens the quick window of the app. Only the app has one; a client sends this to no other process. */
function runQuick(_given: Given, { base, holder, t, unknown, answer }: CommandContext): ExitCode {
  if (holder === 'command') return unknown(t('cli.reach.justEnded'));
  if (holder !== 'app') return unknown(t('cli.quick.noWindow'));
  base.desktop.quick.show();
  answer<typeof quickResult>({ changed: false });
  return exitCodes.fine;
}

/** The JSON of `quick --json`. */
export const quickResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.literal(false).describe('A window changes nothing.'),
  });

export const quick = { run: runQuick, result: quickResult };

/** `notafter run` in a process that holds the database: there is one app for a profile. */
export const run = {
  run: (_given: Given, { holder, t, unknown }: CommandContext): ExitCode =>
    unknown(t(holder === 'command' ? 'cli.reach.justEnded' : 'cli.run.alreadyRuns')),
};
