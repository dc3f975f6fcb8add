import type { z } from '#shared/zod.ts';
import type { Command } from '../arguments.ts';
import type { CommandContext } from '../commandContext.ts';
import type { quickSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter quick`: opens the quick window of the app. Only the app has one; a client sends this to no other process. */
export function runQuick(
  { json }: Extract<Command, { readonly name: 'receive' | 'quick' }>,
  { services, t, unknown, write }: CommandContext,
): ExitCode {
  if (!services.isApp) return unknown(t('cli.reach.justEnded'));
  services.showQuick();
  const value: z.input<typeof quickSchema> = { schema: 1, changed: false };
  if (json) write(`${JSON.stringify(value, null, 2)}\n`);
  return exitCodes.fine;
}
