import { hostAndPort, PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { parseEndpoint } from '#shared/domain/endpointInput.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { EndpointsCommand } from '../arguments.ts';
import { type CommandContext, tellError } from '../commandContext.ts';
import type { endpointsSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

/** `notafter endpoints add`: adds places where an order's certificate should be served, all or none of them. */
export async function runEndpointsAdd(command: EndpointsCommand, context: CommandContext): Promise<ExitCode> {
  const { services, unknown } = context;
  const chosen = pickListed([command.order], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await services.prepare('endpoints add');
  const drafts = chosen.value.flatMap(({ id: orderId }) =>
    command.endpoints.map((text) => ({
      ...{ orderId, text, protocol: null, serverName: command.serverName },
      intervalMinutes: PROBE_INTERVAL_MINUTES,
    })),
  );
  const added = services.endpoints.addMany(drafts);
  if (!added.ok) return tellError(added.error, context);
  const { added: count, noRoom } = added.value;
  sayEndpoints(chosen.value, count > 0, command, context);
  if (noRoom === 0) return exitCodes.fine;
  return tellError({ kind: 'invalidInput', field: 'endpoint', reason: 'tooMany' }, context);
}

/** `notafter endpoints remove`: removes endpoints of an order. If one of them does not exist, none is removed, unless that is ignored. */
export async function runEndpointsRemove(
  command: EndpointsCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown } = context;
  const chosen = pickListed([command.order], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await services.prepare('endpoints remove');
  const all = chosen.value.flatMap(({ id }) => services.endpoints.ofOrder(id));
  const found = command.endpoints.map((word) => {
    const place = parseEndpoint(word, null);
    const ids = all
      .filter(({ host, port }) => place.ok && host === place.value.host && port === place.value.port)
      .map(({ id }) => id);
    return { word, ids };
  });
  const missing = command.ignoresMissing ? undefined : found.find(({ ids }) => ids.length === 0);
  if (missing !== undefined) return unknown(t('cli.endpoints.unknown', { word: cleanText(missing.word) }));
  const removable = [...new Set(found.flatMap(({ ids }) => ids))];
  const removed = removable.length === 0 ? null : services.endpoints.remove(removable);
  if (removed?.ok === false) return tellError(removed.error, context);
  sayEndpoints(chosen.value, removable.length > 0, command, context);
  return exitCodes.fine;
}

/** Prints the endpoints that the order has now. */
function sayEndpoints(
  orders: readonly OrderRow[],
  changed: boolean,
  { json }: EndpointsCommand,
  { services, t, say, write, paint }: CommandContext,
): void {
  for (const order of orders) {
    const endpoints = services.endpoints.ofOrder(order.id);
    const value: z.input<typeof endpointsSchema> = {
      schema: 1,
      changed,
      order: { id: order.id, rid: serviceKey(order), title: orderTitle(order) },
      endpoints: endpoints.map(({ host, port, protocol, serverName }) => ({
        host,
        port,
        protocol,
        serverName,
      })),
    };
    if (json) {
      write(`${JSON.stringify(value, null, 2)}\n`);
      continue;
    }
    say(
      t('cli.endpoints.now', { count: endpoints.length, title: paint('bold', cleanText(orderTitle(order))) }),
    );
    for (const endpoint of endpoints) {
      const { serverName } = endpoint;
      say(
        `  ${hostAndPort(endpoint)}${serverName === null ? '' : `  ${t('cli.endpoints.asks', { serverName })}`}`,
      );
    }
  }
}
