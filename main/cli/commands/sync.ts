import { remainingRetryAfter } from '#main/orders/orders/pollPlan.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate, formatMoment } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import { type CommandContext, waitUntil } from '../commandContext.ts';
import { tellKeychain } from '../errorTold.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { pickOrders, pickProblemText } from '../pickOrders.ts';
import type { Style } from '../terminalText.ts';

/** A service that never answers must not hold a terminal for ever: retries go on for as long. */
const LONGEST_MS = 10 * 60_000;

type Outcome = 'renewed' | 'first' | 'unchanged' | 'failed' | 'notAsked';

/** `notafter sync`: asks the service now, waits, and says what changed. */
export async function runSync(words: readonly string[], context: CommandContext): Promise<ExitCode> {
  const { services, t, tell } = context;
  const { orders, prepare } = services;
  const rows = orders.list().map((order) => ({ ...order, title: orderTitle(order) }));
  const chosen = pickOrders(words, rows);
  if (!chosen.ok) return context.unknown(pickProblemText(chosen.error, context));
  if (rows.length === 0) {
    tell(t('cli.orders.none'));
    return exitCodes.fine;
  }
  const asked = chosen.value.filter(({ pushOnly }) => !pushOnly);
  const pushOnly = chosen.value.length - asked.length;
  if (pushOnly > 0) tell(t('cli.sync.pushOnly', { count: pushOnly }));
  await prepare('sync');
  const locked = tellKeychain(context);
  if (locked !== null) return locked;
  await askAndWait(asked, context);
  return context.signal.aborted ? exitCodes.interrupted : sayOutcomes(asked, context);
}

async function askAndWait(asked: readonly OrderRow[], context: CommandContext): Promise<void> {
  const { orders, poller, scheduler } = context.services;
  const before = new Map(asked.map((order) => [order.id, order.lastAttemptAt]));
  // Nothing is settled before the polls had a chance to begin.
  let isLate = false;
  const isSettled = () => {
    if (isLate) return true;
    const polling = new Set(poller.polling());
    return asked.every(({ id }) => {
      const now = orders.get(id);
      return (
        now === null ||
        now.lastAttemptAt !== before.get(id) ||
        (!polling.has(id) && whyNotAsked(now, context) !== null)
      );
    });
  };
  poller.syncNow(asked.map(({ id }) => id));
  await waitUntil(isSettled, context, (look) => [
    orders.onDidChange(look),
    poller.onDidChangePolling(look),
    poller.onDidChangeState(look),
    scheduler.after(LONGEST_MS, () => {
      isLate = true;
      look();
    }),
  ]);
}

/** Why an order is not being asked for, in words; `null`: nothing keeps it from being asked. */
function whyNotAsked(order: OrderRow, { services, t, locale }: CommandContext): string | null {
  const { poller, clock, isReachable } = services;
  const { kind } = poller.pollingState(order.connectionId);
  if (kind === 'rejected') return t('cli.sync.rejected');
  if (kind === 'waitingForToken') return t('cli.sync.noToken');
  if (!isReachable(order.connectionId)) return t('cli.sync.offline');
  const waitMs = remainingRetryAfter(order, clock.now());
  if (waitMs > 0) {
    return t('cli.sync.notNow', { time: formatMoment(clock.now() + waitMs, locale, 'local') });
  }
  return kind === 'probing' ? t('cli.sync.notAnswering') : null;
}

function sayOutcomes(asked: readonly (OrderRow & { title: string })[], context: CommandContext): ExitCode {
  const { services, t, locale, say, paint } = context;
  let isRejected = false;
  const counts: Record<Outcome, number> = { renewed: 0, first: 0, unchanged: 0, failed: 0, notAsked: 0 };
  for (const before of asked) {
    const now = services.orders.get(before.id);
    if (now === null) continue;
    const outcome = outcomeOf(before, now);
    const isKnownToFail = services.poller.pollingState(now.connectionId).kind === 'rejected';
    isRejected ||= isKnownToFail || (outcome === 'failed' && now.failure?.kind === 'unauthorized');
    counts[outcome] += 1;
    const line = (style: Style, text: string) =>
      say(`${paint('bold', cleanText(orderTitle(now)))}  ${paint(style, cleanText(text))}`);
    const date = now.notAfter === null ? '' : formatDate(now.notAfter, locale, 'local');
    if (outcome === 'renewed') line('good', t('cli.sync.renewed', { date }));
    if (outcome === 'first') line('good', t('cli.sync.first', { date }));
    if (outcome === 'notAsked') line('warning', whyNotAsked(now, context) ?? t('cli.sync.notAnswering'));
    if (outcome === 'failed' && now.failure !== null) {
      const { title, why } = describeError(now.failure, t, { platform: services.platform });
      line('bad', t('cli.sync.failed', { title, why }));
    }
  }
  const notDone = counts.failed + counts.notAsked;
  const summary = t('cli.sync.summary', {
    asked: asked.length - counts.notAsked,
    renewed: counts.renewed + counts.first,
    unchanged: counts.unchanged,
    failed: counts.failed,
  });
  say(paint('dim', summary));
  if (isRejected) return exitCodes.critical;
  return notDone > 0 ? exitCodes.attention : exitCodes.fine;
}

function outcomeOf(before: OrderRow, now: OrderRow): Outcome {
  if (now.lastAttemptAt === before.lastAttemptAt) return 'notAsked';
  if (now.failure !== null) return 'failed';
  if (now.fingerprint256 === before.fingerprint256) return 'unchanged';
  return before.fingerprint256 === null ? 'first' : 'renewed';
}
