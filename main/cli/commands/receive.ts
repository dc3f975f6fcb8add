import { type DeliveryView, isTrusted, isWaiting } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { originOf } from '#shared/domain/receiver.ts';
import { formatClock, formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import { type CommandContext, tellKeychain, waitUntil } from '../commandContext.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter receive`: prints one line per delivery and verdict until it is interrupted. */
export async function runReceive(context: CommandContext): Promise<ExitCode> {
  const { services, t, tell, signal } = context;
  const { deliveries, receiver, prepare } = services;
  await prepare('receive');
  const locked = tellKeychain(context);
  if (locked !== null) return locked;
  await waitUntil(() => receiver.status.get().kind !== 'starting', context, receiver.status.onDidChange);
  const state = receiver.status.get();
  if (state.kind === 'off') {
    tell(t('cli.receive.off'));
    return exitCodes.attention;
  }
  if (state.kind === 'failed') {
    tell(cleanText(t(`inbox.receiver.fault.${state.reason}`, { detail: state.detail })));
    return exitCodes.attention;
  }
  if (state.kind === 'listening') {
    const address = originOf(state);
    tell(services.isApp ? t('cli.receive.following', { address }) : t('cli.receive.listening', { address }));
  }
  const told = new Map(deliveries.list().map(({ id, verdict }) => [id, verdict.kind]));
  const sayNews = () => {
    // Oldest first.
    const news = deliveries
      .list()
      .filter(({ id, verdict }) => verdict.kind !== 'checking' && told.get(id) !== verdict.kind)
      .toSorted((one, other) => one.receivedAt - other.receivedAt);
    for (const delivery of news) {
      told.set(delivery.id, delivery.verdict.kind);
      sayDelivery(delivery, context);
    }
    return signal.aborted;
  };
  await waitUntil(sayNews, context, deliveries.onDidChange);
  return exitCodes.interrupted;
}

function sayDelivery(delivery: DeliveryView, { services, t, locale, say, paint }: CommandContext): void {
  const { orderName, orderId, leaf, verdict, receivedAt, hookName } = delivery;
  const style = isTrusted(delivery) ? 'good' : isWaiting(delivery) ? 'warning' : 'dim';
  const order = orderId === null ? null : services.orders.get(orderId);
  const name = order === null ? orderName : orderTitle(order);
  const todo = verdict.kind === 'waiting' ? t(`inbox.todo.${verdict.reason.kind}`) : '';
  const until = t('cli.receive.until', { date: formatDate(leaf.notAfter, locale, 'local') });
  const parts = [
    paint('dim', formatClock(receivedAt, locale)),
    paint(style, t(`inbox.verdict.${verdict.kind}`)),
    paint('bold', cleanText(name)),
    until,
    cleanText(hookName),
    cleanText(todo),
  ];
  say(parts.filter((part) => part !== '').join('  '));
}
