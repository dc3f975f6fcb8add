import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { OrdersNoteValues } from '../runs/orders.ts';

export const ordersNote = defineCommand<OrdersNoteValues>({
  name: 'orders note',
  about: 'ordersNote',
  operands: { text: '<rid|alias> [text]', tag: 'orderAndText', least: 1, most: 2 },
  options: { json },
  read: ({ words: [order = '', note = null], options }) => ok({ order, note, json: options.has('json') }),
  load: async () => {
    const { runOrdersNote: run, ordersNoteResult: result } = await import('../runs/orders.ts');
    return { run, result };
  },
});
