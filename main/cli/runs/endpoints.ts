import { hostAndPort, PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { parseEndpoint } from '#shared/domain/endpointInput.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import { about, type Zod } from '../results.ts';

export interface EndpointsRemoveValues {
  readonly order: string;
  readonly endpoints: readonly string[];
  /** Whether removing an endpoint that does not exist is no error. */
  readonly ignoresMissing: boolean;
  readonly json: boolean;
}

export interface EndpointsAddValues {
  readonly order: string;
  readonly endpoints: readonly string[];
  /** As it was typed; empty: the host's. */
  readonly serverName: string;
  readonly json: boolean;
}

/** `notafter endpoints add`: adds places where an order's certificate should be served, all or none of them. */
export async function runEndpointsAdd(
  command: EndpointsAddValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, unknown } = context;
  const chosen = pickListed([command.order], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
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
  command: EndpointsRemoveValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown } = context;
  const chosen = pickListed([command.order], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
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
  { json }: Pick<EndpointsAddValues, 'json'>,
  { services, t, say, write, paint }: CommandContext,
): void {
  for (const order of orders) {
    const endpoints = services.endpoints.ofOrder(order.id);
    const value: z.input<ReturnType<typeof endpointsResult>> = {
      schema: 1,
      changed,
      order: orderValues(aboutKeys, order),
      endpoints: endpoints.map(({ host, port, protocol, serverName }) => ({
        host,
        port,
        protocol,
        serverName,
      })),
    };
    if (json) {
      write(jsonText(value));
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

/** The JSON of `endpoints add` and `endpoints remove`. */
export const endpointsResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether an endpoint was added or removed.'),
    order: z.strictObject(about(z)),
    endpoints: z
      .array(
        z.strictObject({
          host: z.string(),
          port: z.int(),
          protocol: z.string(),
          serverName: z.string().nullable().describe('The name that is asked for; null: the host.'),
        }),
      )
      .describe('All endpoints of the order, now.'),
  });
