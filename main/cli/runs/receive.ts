import { instant } from '#main/reporting/report/inventoryJson.ts';
import { type DeliveryVerdict, type DeliveryView, isTrusted, isWaiting } from '#shared/domain/delivery.ts';
import { orderTitle, serviceKey } from '#shared/domain/order.ts';
import { originOf } from '#shared/domain/receiver.ts';
import { formatClock, formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { Command } from '../arguments.ts';
import { type CommandContext, tellKeychain, waitUntil } from '../commandContext.ts';
import type { receiveSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter receive`: prints one line per delivery and verdict until it is interrupted. */
export async function runReceive(
  { json }: Extract<Command, { readonly name: 'receive' | 'quick' }>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, tell, signal } = context;
  const { deliveries, receiver, prepare } = services;
  await prepare('receive');
  const locked = tellKeychain(context);
  if (locked !== null) return locked;
  await waitUntil(() => receiver.status.get().kind !== 'starting', context, receiver.status.onDidChange);
  const state = receiver.status.get();
  if (state.kind === 'off') {
    tell(t('cli.receive.off'), 'receiverOff');
    return exitCodes.attention;
  }
  if (state.kind === 'failed') {
    tell(cleanText(t(`inbox.receiver.fault.${state.reason}`, { detail: state.detail })), 'receiverFailed');
    return exitCodes.attention;
  }
  if (state.kind === 'listening') {
    const address = originOf(state);
    tell(services.isApp ? t('cli.receive.following', { address }) : t('cli.receive.listening', { address }));
  }
  const told = new Map(deliveries.list().map(({ id, verdict }) => [id, verdict.kind]));
  const sayNews = () => {
    // Oldest first.
    const all = deliveries.list().toSorted((one, other) => one.receivedAt - other.receivedAt);
    for (const delivery of all) {
      const { id, verdict } = delivery;
      if (verdict.kind === 'checking' || told.get(id) === verdict.kind) continue;
      told.set(id, verdict.kind);
      if (json) context.write(deliveryJson(delivery, verdict, context));
      else sayDelivery(delivery, context);
    }
    return signal.aborted;
  };
  await waitUntil(sayNews, context, deliveries.onDidChange);
  return exitCodes.interrupted;
}

/** A delivery as one line of JSON for programs: `commandSchemas.ts`. */
function deliveryJson(
  delivery: DeliveryView,
  verdict: Exclude<DeliveryVerdict, { readonly kind: 'checking' }>,
  { services }: CommandContext,
): string {
  const { id, orderId, leaf } = delivery;
  const order = orderId === null ? null : services.orders.get(orderId);
  const value: z.input<typeof receiveSchema> = {
    schema: 1,
    changed: isTrusted(delivery),
    delivery: {
      id,
      receivedAt: instant(delivery.receivedAt),
      webHook: delivery.hookName,
      name: delivery.orderName,
      task: delivery.task,
      fingerprint256: leaf.fingerprint256,
      notAfter: instant(leaf.notAfter),
      verdict: verdict.kind,
      reason: verdict.kind === 'waiting' ? verdict.reason.kind : null,
    },
    order: order === null ? null : { id: order.id, rid: serviceKey(order), title: orderTitle(order) },
  };
  return `${JSON.stringify(value)}\n`;
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
