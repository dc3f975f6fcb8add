import type { z } from '#shared/zod.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import type { Zod } from '../results.ts';

export interface QuickValues {
  readonly json: boolean;
}

/** `notafter quick`: opens the quick window of the app. Only the app has one; a client sends this to no other process. */
export function runQuick(
  { json }: QuickValues,
  { base, holder, t, unknown, write }: CommandContext,
): ExitCode {
  if (holder === 'command') return unknown(t('cli.reach.justEnded'));
  if (holder !== 'app') return unknown(t('cli.quick.noWindow'));
  base.desktop.quick.show();
  const value: z.input<ReturnType<typeof quickResult>> = { schema: 1, changed: false };
  if (json) write(jsonText(value));
  return exitCodes.fine;
}

/** The JSON of `quick --json`. */
export const quickResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('A window changes nothing.'),
  });
