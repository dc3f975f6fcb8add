import { err, ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { OrdersTagValues } from '../runs/orders.ts';

export const ordersTag = defineCommand<OrdersTagValues>({
  name: 'orders tag',
  about: 'ordersTag',
  operands: operands.order,
  options: {
    add: { about: 'addTags', value: 'TAG,TAG' },
    remove: { about: 'removeTags', value: 'TAG,TAG' },
    json,
  },
  read: ({ words: [order = ''], options }) => {
    const { add: added = '', remove: removed = '' } = Object.fromEntries(options);
    if (added === '' && removed === '') return err({ kind: 'optionMissing', option: '--add|--remove' });
    return ok({ order, added, removed, json: options.has('json') });
  },
  load: async () => {
    const { runOrdersTag: run, ordersTagResult: result } = await import('../runs/orders.ts');
    return { run, result };
  },
});
