import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { OrdersRemoveValues } from '../runs/orders.ts';

export const ordersRemove = defineCommand<OrdersRemoveValues>({
  name: 'orders remove',
  about: 'ordersRemove',
  operands: { text: '<rid|alias> ...', tag: 'orders', least: 1, most: Number.POSITIVE_INFINITY },
  options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
  read: ({ words: orders, options }) =>
    ok({ orders, ignoresMissing: options.has('ignore-missing'), json: options.has('json') }),
  load: async () => {
    const { runOrdersRemove: run, ordersRemoveResult: result } = await import('../runs/orders.ts');
    return { run, result };
  },
});
