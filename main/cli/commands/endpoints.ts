import { hostAndPort, PROBE_INTERVAL_MINUTES } from '#shared/domain/endpoint.ts';
import { parseEndpoint } from '#shared/domain/endpointInput.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { cleanText } from '#shared/text.ts';
import { about, answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

/** `notafter endpoints add`: adds places where an order's certificate should be served, all or none of them. */
async function runEndpointsAdd(
  { words: [word = '', ...typed], options }: Given<'server-name'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, unknown } = context;
  const chosen = pickListed([word], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const drafts = chosen.value.flatMap(({ id: orderId }) =>
    typed.map((text) => ({
      orderId,
      text,
      protocol: null,
      serverName: options['server-name'] ?? '',
      intervalMinutes: PROBE_INTERVAL_MINUTES,
    })),
  );
  const added = services.endpoints.addMany(drafts);
  if (!added.ok) return tellError(added.error, context);
  const { added: count, noRoom } = added.value;
  sayEndpoints(chosen.value, count > 0, context);
  if (noRoom === 0) return exitCodes.fine;
  return tellError({ kind: 'invalidInput', field: 'endpoint', reason: 'tooMany' }, context);
}

/** `notafter endpoints remove`: removes endpoints of an order. If one of them does not exist, none is removed, unless that is ignored. */
async function runEndpointsRemove(
  { words: [word = '', ...typed], options }: Given<never, 'ignore-missing'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown } = context;
  const chosen = pickListed([word], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const all = chosen.value.flatMap(({ id }) => services.endpoints.ofOrder(id));
  const found = typed.map((text) => {
    const place = parseEndpoint(text, null);
    const ids = all
      .filter(({ host, port }) => place.ok && host === place.value.host && port === place.value.port)
      .map(({ id }) => id);
    return { text, ids };
  });
  const missing = options['ignore-missing'] ? undefined : found.find(({ ids }) => ids.length === 0);
  if (missing !== undefined) return unknown(t('cli.endpoints.unknown', { word: cleanText(missing.text) }));
  const removable = [...new Set(found.flatMap(({ ids }) => ids))];
  const removed = removable.length === 0 ? null : services.endpoints.remove(removable);
  if (removed?.ok === false) return tellError(removed.error, context);
  sayEndpoints(chosen.value, removable.length > 0, context);
  return exitCodes.fine;
}

/** Prints the endpoints that the order has now. */
function sayEndpoints(
  orders: readonly OrderRow[],
  changed: boolean,
  { services, t, say, answer, paint }: CommandContext,
): void {
  for (const order of orders) {
    const endpoints = services.endpoints.ofOrder(order.id);
    answer<typeof endpointsResult>({
      changed,
      order: orderValues(aboutKeys, order),
      endpoints: endpoints.map(({ host, port, protocol, serverName }) => ({
        host,
        port,
        protocol,
        serverName,
      })),
    });
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
  answerSchema(z, {
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

export const endpointsAdd = { run: runEndpointsAdd, result: endpointsResult };
export const endpointsRemove = { run: runEndpointsRemove, result: endpointsResult };
