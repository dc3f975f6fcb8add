import { changeTags } from '#shared/domain/annotation.ts';
import { orderTitle, serviceKey } from '#shared/domain/order.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { OrdersAddCommand, OrdersRemoveCommand, OrdersTagCommand } from '../arguments.ts';
import { type CommandContext, tellError } from '../commandContext.ts';
import type { ordersAddSchema, ordersRemoveSchema, ordersTagSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

/** `notafter orders add`: adds orders of a connection by their rids. The service is not asked about them. */
export async function runOrdersAdd(
  { rids, connection: wanted, json }: OrdersAddCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, tell, write, paint } = context;
  const all = services.connections.list();
  const [connection, other] = wanted === null ? all : all.filter(({ name }) => name === wanted);
  if (connection === undefined || other !== undefined) {
    const names = all.map(({ name }) => cleanText(name)).join(t('common.listSeparator'));
    return unknown(all.length === 0 ? t('cli.connections.none') : t('cli.connections.which', { names }));
  }
  await services.prepare('orders add');
  const added = services.orders.add(connection.id, rids.join('\n'));
  if (!added.ok) return tellError(added.error, context);
  const { results, refused } = added.value;
  if (json) {
    const value: z.input<typeof ordersAddSchema> = {
      schema: 1,
      changed: results.some(({ outcome }) => outcome === 'added'),
      connection: connection.name,
      orders: results.map(({ orderId: id, rid, outcome: result }) => ({ id, rid, result })),
      refused: refused.map(({ text, reason }) => ({ text, reason })),
    };
    write(`${JSON.stringify(value, null, 2)}\n`);
  } else {
    for (const { rid, outcome } of results)
      if (outcome !== 'repeated') say(`${paint('bold', cleanText(rid))}  ${t(`cli.orders.${outcome}`)}`);
  }
  for (const { text } of refused) tell(t('cli.orders.noRid', { text: cleanText(text) }));
  return refused.length === 0 ? exitCodes.fine : exitCodes.attention;
}

/** `notafter orders remove`: removes orders from the list. The service and exported files are not touched. */
export async function runOrdersRemove(
  { orders: words, ignoresMissing, json }: OrdersRemoveCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, write, paint } = context;
  const chosen = pickListed(words, context, ignoresMissing);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await services.prepare('orders remove');
  const orders = chosen.value.map((order) => ({
    id: order.id,
    rid: serviceKey(order),
    title: orderTitle(order),
  }));
  const removed = orders.length === 0 ? null : services.orders.remove(orders.map(({ id }) => id));
  if (removed?.ok === false) return tellError(removed.error, context);
  const value: z.input<typeof ordersRemoveSchema> = { schema: 1, changed: orders.length > 0, orders };
  if (json) write(`${JSON.stringify(value, null, 2)}\n`);
  else for (const { title } of orders) say(`${paint('bold', cleanText(title))}  ${t('cli.orders.removed')}`);
  return exitCodes.fine;
}

/** `notafter orders tag`: adds and removes tags of an order, all or none of them. Its note stays. */
export async function runOrdersTag(
  { order: word, added, removed, json }: OrdersTagCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, write, paint } = context;
  await services.prepare('orders tag');
  const chosen = pickListed([word], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  for (const { id, rid, title, tags: former } of chosen.value) {
    const tags = changeTags(former, added, removed);
    if (!tags.ok) return tellError(tags.error, context);
    const tagText = tags.value.join(',');
    const changed = tagText !== former.join(',');
    const saved = changed ? services.orders.annotate(id, tagText, services.noteOf(id)) : null;
    if (saved?.ok === false) return tellError(saved.error, context);
    const value: z.input<typeof ordersTagSchema> = {
      schema: 1,
      changed,
      order: { id, rid, title },
      tags: [...tags.value],
    };
    const list =
      tags.value.length === 0 ? t('cli.orders.noTags') : tags.value.join(t('common.listSeparator'));
    if (json) write(`${JSON.stringify(value, null, 2)}\n`);
    else say(`${paint('bold', cleanText(title))}  ${list}`);
  }
  return exitCodes.fine;
}
