import { followVerdicts, type JudgedDelivery } from '#main/webhook/inbox/deliveryStore.ts';
import { type DeliveryView, isTrusted, isWaiting } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { aboutKeys, instant, orderValues } from '#shared/domain/orderFields.ts';
import { originOf } from '#shared/domain/receiver.ts';
import { formatClock, formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { type CommandContext, tellKeychain, waitUntil } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { about, type Zod } from '../results.ts';

export interface ReceiveValues {
  readonly json: boolean;
}

/** `notafter receive`: prints one line per delivery and verdict until it is interrupted. */
export async function runReceive({ json }: ReceiveValues, context: CommandContext): Promise<ExitCode> {
  const { services, holder, t, tell, signal } = context;
  const { inbox, receiver } = services;
  await context.prepare();
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
    tell(t(`cli.receive.${holder === 'command' ? 'listening' : 'following'}`, { address }));
  }
  const news = followVerdicts(() => inbox.list());
  const sayNews = () => {
    for (const delivery of news()) {
      if (json) context.write(deliveryJson(delivery, context));
      else sayDelivery(delivery, context);
    }
    return signal.aborted;
  };
  await waitUntil(sayNews, context, inbox.onDidChange);
  return exitCodes.interrupted;
}

/** A delivery as one line of JSON for programs: its schema is below. */
function deliveryJson(delivery: JudgedDelivery, { services }: CommandContext): string {
  const { id, orderId, leaf, verdict } = delivery;
  const order = orderId === null ? null : services.orderList.get(orderId);
  const value: z.input<ReturnType<typeof receiveResult>> = {
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
    order: order === null ? null : orderValues(aboutKeys, order),
  };
  return `${JSON.stringify(value)}\n`;
}

function sayDelivery(delivery: DeliveryView, { services, t, locale, say, paint }: CommandContext): void {
  const { orderName, orderId, leaf, verdict, receivedAt, hookName } = delivery;
  const style = isTrusted(delivery) ? 'good' : isWaiting(delivery) ? 'warning' : 'dim';
  const order = orderId === null ? null : services.orderList.get(orderId);
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

/** One line of `receive --json`. */
export const receiveResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the certificate is now trusted: confirmed or accepted.'),
    delivery: z.strictObject({
      id: z.string(),
      receivedAt: z.iso.datetime(),
      webHook: z.string(),
      name: z.string().describe('The name of the order in the delivery.'),
      task: z.string(),
      fingerprint256: z.string().describe('SHA-256 of the server certificate.'),
      notAfter: z.iso.datetime(),
      verdict: z.enum(['waiting', 'confirmed', 'accepted', 'superseded', 'discarded']),
      reason: z.string().nullable().describe('Why it waits: a word that does not change.'),
    }),
    order: z.strictObject(about(z)).nullable().describe('The order that the name is linked to.'),
  });
