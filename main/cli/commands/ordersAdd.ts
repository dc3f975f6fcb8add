import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { OrdersAddValues } from '../runs/orders.ts';

export const ordersAdd = defineCommand<OrdersAddValues>({
  name: 'orders add',
  about: 'ordersAdd',
  operands: { text: '<rid> ...', tag: 'rids', least: 1, most: Number.POSITIVE_INFINITY },
  options: { connection: { about: 'connection', value: 'NAME' }, json },
  read: ({ words: rids, options }) =>
    ok({ rids, connection: options.get('connection') ?? null, json: options.has('json') }),
  load: async () => {
    const { runOrdersAdd: run, ordersAddResult: result } = await import('../runs/orders.ts');
    return { run, result };
  },
});
