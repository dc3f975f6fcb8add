import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { OrdersAliasValues } from '../runs/orders.ts';

export const ordersAlias = defineCommand<OrdersAliasValues>({
  name: 'orders alias',
  about: 'ordersAlias',
  operands: { text: '<rid|alias> <name>', tag: 'orderAndName', least: 2, most: 2 },
  options: { json },
  read: ({ words: [order = '', alias = ''], options }) => ok({ order, alias, json: options.has('json') }),
  load: async () => {
    const { runOrdersAlias: run, ordersAliasResult: result } = await import('../runs/orders.ts');
    return { run, result };
  },
});
