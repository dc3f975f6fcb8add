import type { CommandContext } from '../commandContext.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter quick`: opens the quick window of the app. Only the app has one; a client sends this to no other process. */
export function runQuick({ services, t, unknown }: CommandContext): ExitCode {
  if (!services.isApp) return unknown(t('cli.reach.justEnded'));
  services.showQuick();
  return exitCodes.fine;
}
