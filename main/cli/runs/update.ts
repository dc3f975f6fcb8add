import { isPushOnly, orderTitle } from '#shared/domain/order.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import { cleanText } from '#shared/text.ts';
import { type CommandContext, shellWord } from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import type { Style } from '../terminalText.ts';
import { type FolderOutcome, needsAttention, outcomeOfFolder, trackedFolders } from '../updateFolders.ts';
import { type UpdatedOrder, updateJson } from '../updateJson.ts';
import { askAuthorities, codeOfPoll, newsOf, pollNow } from './sync.ts';

export interface UpdateValues {
  /** Empty: all orders. */
  readonly orders: readonly string[];
  readonly json: boolean;
}

/** `notafter update`: polls the orders now, then brings their files up to date by the rules of “Keep up to date”. */
export async function runUpdate(
  { orders: words, json }: UpdateValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, write, signal } = context;
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
    if (json) write(updateJson(updated, context));
    else report(updated, context);
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
