import { type Immutable, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import type { Zod } from '../results.ts';
import { plain, sayTable } from '../sayTable.ts';

export interface OrdersListValues {
  /** Empty: all orders. */
  readonly orders: readonly string[];
  readonly json: boolean;
}

const listKeys = [
  ...(['id', 'rid', 'title', 'alias', 'connection', 'pushOnly'] as const),
  ...(['commonName', 'tags', 'note'] as const),
];

/** `notafter orders list`: what names the orders, in the order of the list or of the words. `notafter status` says how they are. */
export async function runOrdersList(
  { orders: words, json }: OrdersListValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, tell, unknown, write } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const orders = chosen.value;
  if (json) {
    const value: Immutable<z.input<ReturnType<typeof ordersListResult>>> = {
      schema: 1,
      changed: false,
      orders: orders.map((order) => orderValues(listKeys, order)),
    };
    write(jsonText(value));
    return exitCodes.fine;
  }
  if (orders.length === 0) tell(t('cli.orders.none'));
  else {
    const columns = [
      { title: t('cli.orders.rid'), min: 16 },
      { title: t('cli.orders.alias'), min: 12 },
      { title: t('cli.orders.certificate'), min: 20 },
      { title: t('cli.orders.connection'), min: 10 },
      { title: t('cli.orders.tags'), min: 8, dropOrder: 1 },
    ];
    const rows = orders.map(({ rid, alias, commonName, connection, tags }) =>
      [rid, alias ?? '', commonName ?? '', connection, tags.join(t('common.listSeparator'))].map(plain),
    );
    await sayTable(columns, rows, context);
  }
  return exitCodes.fine;
}

/** The JSON of `orders list --json`. */
export const ordersListResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('A list changes nothing.'),
    orders: z.array(z.strictObject(orderSchemas(listKeys, z))),
  });
