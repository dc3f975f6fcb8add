import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { OrdersAcceptValues } from '../runs/ordersAccept.ts';

export const ordersAccept = defineCommand<OrdersAcceptValues>({
  name: 'orders accept',
  about: 'ordersAccept',
  operands: operands.order,
  options: { fingerprint: { about: 'acceptFingerprint', value: 'SHA256' }, json },
  read: ({ words: [order = ''], options }) =>
    ok({ order, fingerprint: options.get('fingerprint') ?? null, json: options.has('json') }),
  load: async () => {
    const { runOrdersAccept: run, ordersAcceptResult: result } = await import('../runs/ordersAccept.ts');
    return { run, result };
  },
});
