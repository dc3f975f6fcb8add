import { join } from 'node:path';
import type { PollResult } from '#main/orders/polling/pollResults.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { aboutKeys, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from './context.ts';
import { jsonText } from './jsonText.ts';
import { reason, type Zod } from './results.ts';
import { pollOutcome, pollSchemas } from './syncJson.ts';
import { type FolderOutcome, runWord } from './updateFolders.ts';

/** What `update` did for one order. `poll`: `null` if it is push-only. */
export interface UpdatedOrder {
  readonly order: OrderRow;
  readonly poll: PollResult | null;
  readonly folders: readonly FolderOutcome[];
}

/** The results of `update` as JSON for programs: its schema is below. */
export function updateJson(updated: readonly UpdatedOrder[], context: CommandContext): string {
  const value: z.input<ReturnType<typeof updateResult>> = {
    schema: 1,
    changed: updated.some(({ folders }) => folders.some(({ files }) => files.length > 0)),
    orders: updated.map(({ order, poll, folders }) => ({
      ...orderValues([...aboutKeys, 'notAfter'], order),
      sync: poll === null ? null : pollOutcome(poll, context),
      folders: folders.map(({ folder, tracked, result, reason: why, text, files, review, run }) => ({
        ...{ folder, preset: tracked.bundle.presetId, result, reason: why, text },
        files: files.map((file) => join(tracked.bundle.target, file)),
        review: review.map(({ kind }) => kind),
        command: runWord(run),
      })),
    })),
  };
  return jsonText(value);
}

/** The JSON of `update --json`. */
export const updateResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether files were written.'),
    orders: z.array(
      z.strictObject({
        ...orderSchemas([...aboutKeys, 'notAfter'], z),
        sync: z
          .strictObject(pollSchemas(z))
          .nullable()
          .describe('The check at the service; null: the order is push-only.'),
        folders: z.array(
          z.strictObject({
            folder: z.string(),
            preset: z.string().describe('The id of its preset.'),
            result: z
              .enum(['updated', 'current', 'waiting', 'off', 'refused', 'failed'])
              .describe(
                'current: nothing was to be done. waiting: the certificate is not valid yet. off: the files are old, and are not kept up to date. refused: a person has to decide.',
              ),
            reason: reason(z),
            text: z.string().describe('The same in the language of the user.'),
            files: z.array(z.string()).describe('The written files, with their folders.'),
            review: z
              .array(z.string())
              .describe('What to review of the certificate: words that do not change.'),
            command: z
              .enum(['succeeded', 'failed', 'skipped'])
              .nullable()
              .describe(
                'The command of the folder; null: it did not run. skipped: servers or clients would refuse the files.',
              ),
          }),
        ),
      }),
    ),
  });
