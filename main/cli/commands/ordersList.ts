import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { OrdersListValues } from '../runs/ordersList.ts';

export const ordersList = defineCommand<OrdersListValues>({
  name: 'orders list',
  about: 'ordersList',
  operands: operands.orders,
  options: { json },
  read: ({ words: orders, options }) => ok({ orders, json: options.has('json') }),
  load: async () => {
    const { runOrdersList: run, ordersListResult: result } = await import('../runs/ordersList.ts');
    return { run, result };
  },
});
