import { sourceId } from '#shared/domain/order.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import type { Zod } from '../results.ts';
import { plain, sayTable } from '../sayTable.ts';

export interface ConnectionsListValues {
  readonly json: boolean;
}

/** `notafter connections list`: the services, without asking the keychain or a service. */
export async function runConnectionsList(
  { json }: ConnectionsListValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, tell, write } = context;
  await context.prepare();
  const connections = services.connections.list();
  const counts = Map.groupBy(services.orderList.list(), sourceId);
  // What another process was answered is known of the orders.
  const isRejected = ({ id, polling }: (typeof connections)[number]) =>
    polling.kind === 'rejected' ||
    (counts.get(id) ?? []).some(({ failure }) => failure?.kind === 'unauthorized');
  if (json) {
    const value: z.input<ReturnType<typeof connectionsListResult>> = {
      schema: 1,
      changed: false,
      connections: connections.map((connection) => {
        const { id, name, baseUrl, ca } = connection;
        return {
          ...{ id, name, baseUrl, ca: ca && { ...ca } },
          isRejected: isRejected(connection),
          orders: counts.get(id)?.length ?? 0,
        };
      }),
    };
    write(jsonText(value));
    return exitCodes.fine;
  }
  if (connections.length === 0) tell(t('cli.connections.none'));
  else {
    const columns = [
      { title: t('cli.connections.name'), min: 12 },
      { title: t('cli.connections.address'), min: 24 },
      { title: t('cli.connections.orders'), align: 'right' },
      { title: t('cli.connections.ca'), min: 10, dropOrder: 1 },
      { title: '', min: 14 },
    ] as const;
    const rows = connections.map((connection) => {
      const { id, name, baseUrl, ca } = connection;
      return [
        ...[name, baseUrl, `${counts.get(id)?.length ?? 0}`].map(plain),
        plain(ca?.fileName ?? ''),
        { text: isRejected(connection) ? t('orders.status.rejected') : '', style: 'bad' as const },
      ];
    });
    await sayTable(columns, rows, context);
  }
  return exitCodes.fine;
}

/** The JSON of `connections list --json`. */
export const connectionsListResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('A list changes nothing.'),
    connections: z.array(
      z.strictObject({
        id: z.string().describe('A token file can be named after it.'),
        name: z.string(),
        baseUrl: z.string(),
        ca: z
          .strictObject({ fileName: z.string(), certificates: z.int(), isConfirmed: z.boolean() })
          .nullable()
          .describe('Its own certificate authority; not confirmed: a configuration file brought it.'),
        isRejected: z.boolean().describe('Whether the service refused the access token.'),
        orders: z.int(),
      }),
    ),
  });
