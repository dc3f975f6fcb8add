import { join } from 'node:path';
import type { PollResult } from '#main/orders/polling/pollResults.ts';
import { isPushOnly, type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { aboutKeys, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import { cleanText } from '#shared/text.ts';
import { answerSchema, reason, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, shellWord } from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import type { Style } from '../terminalText.ts';
import {
  type FolderOutcome,
  needsAttention,
  outcomeOfFolder,
  runWord,
  trackedFolders,
} from '../updateFolders.ts';
import { askAuthorities, codeOfPoll, newsOf, pollNow, pollOutcome, pollSchemas } from './sync.ts';

/** What `update` did for one order. `poll`: `null` if it is push-only. */
interface UpdatedOrder {
  readonly order: OrderRow;
  readonly poll: PollResult | null;
  readonly folders: readonly FolderOutcome[];
}

/** `notafter update`: polls the orders now, then brings their files up to date by the rules of “Keep up to date”. */
async function runUpdate({ words }: Given, context: CommandContext): Promise<ExitCode> {
  const { services, t, signal } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return context.unknown(pickProblemText(chosen.error, context));
  const ids = new Set(chosen.value.map(({ id }) => id));
  // Most often a timer runs it as another user, whose data are empty.
  if (ids.size === 0) return context.unknown(t('cli.update.noOrders'));
  const ends = new Map<string, WriteResult>();
  // The running app begins by itself, as soon as an order is renewed.
  const following = services.autoRefresher.onDidEnd(({ bundle, result }) => ends.set(bundle.id, result));
  try {
    await context.prepare();
    const polls = await pollNow(
      chosen.value.filter((order) => !isPushOnly(order)),
      context,
    );
    if (polls === null) return exitCodes.unknown;
    if (signal.aborted) return exitCodes.interrupted;
    await services.autoRefresher.update(ids);
    const runs = await services.copyWriter.runDue(ids);
    // Servers are reloaded before the command ends.
    await services.reloadCommands.settled();
    await askAuthorities([...ids], context);
    if (signal.aborted) return exitCodes.interrupted;
    const pollsByOrder = new Map(polls.map((poll) => [poll.orderId, poll]));
    const folders = Map.groupBy(trackedFolders(services), ({ bundle }) => bundle.orderId);
    const updated = services.orderList.some([...ids]).map((order): UpdatedOrder => {
      const poll = pollsByOrder.get(order.id) ?? null;
      const outcomes = (folders.get(order.id) ?? []).map((tracked) =>
        outcomeOfFolder(
          tracked,
          ends.get(tracked.bundle.id) ?? null,
          runs.get(tracked.bundle.id) ?? null,
          context,
        ),
      );
      return { order, poll, folders: outcomes };
    });
    answerWith(updated, context);
    report(updated, context);
    const folderCode = (outcome: FolderOutcome) =>
      needsAttention(outcome) ? exitCodes.attention : exitCodes.fine;
    return worstCode([
      ...polls.map((poll) => codeOfPoll(poll, context)),
      ...updated.flatMap((each) => each.folders.map(folderCode)),
    ]);
  } finally {
    following.dispose();
  }
}

/** Prints what is new of each order, what was done in its folders, and the summary. */
function report(updated: readonly UpdatedOrder[], context: CommandContext): void {
  const { t, say, paint } = context;
  const counts = { updated: 0, current: 0, left: 0 };
  for (const { order, poll, folders } of updated) {
    const news = poll === null ? null : newsOf(poll, order, context);
    if (news !== null) say(news);
    for (const outcome of folders) {
      const { result, reason, text, folder } = outcome;
      counts[result === 'updated' || result === 'current' ? result : 'left'] += 1;
      if (result === 'current' && reason === null) continue;
      const style: Style = result === 'failed' ? 'bad' : needsAttention(outcome) ? 'warning' : 'good';
      const title = paint('bold', cleanText(orderTitle(order)));
      say(`${title}  ${shellWord(folder)}: ${paint(style, cleanText(text))}`);
    }
  }
  say(paint('dim', t('cli.update.summary', counts)));
}

function answerWith(updated: readonly UpdatedOrder[], context: CommandContext): void {
  context.answer<typeof updateResult>({
    changed: updated.some(({ folders }) => folders.some(({ files }) => files.length > 0)),
    orders: updated.map(({ order, poll, folders }) => ({
      ...orderValues([...aboutKeys, 'notAfter'], order),
      sync: poll === null ? null : pollOutcome(poll, context),
      folders: folders.map(({ folder, tracked, result, reason: why, text, files, review, run }) => ({
        folder,
        preset: tracked.bundle.presetId,
        result,
        reason: why,
        text,
        files: files.map((file) => join(tracked.bundle.target, file)),
        review: review.map(({ kind }) => kind),
        command: runWord(run),
      })),
    })),
  });
}

/** The JSON of `update --json`. */
export const updateResult = (z: Zod) =>
  answerSchema(z, {
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

export const update = { run: runUpdate, result: updateResult };
