import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { DestinationsListValues } from '../runs/destinations.ts';

export const destinationsList = defineCommand<DestinationsListValues>({
  name: 'destinations list',
  about: 'destinationsList',
  operands: operands.orders,
  options: { json },
  needs: ['files'],
  read: ({ words: orders, options }) => ok({ orders, json: options.has('json') }),
  load: async () => {
    const { runDestinationsList: run, destinationsResult: result } = await import('../runs/destinations.ts');
    return { run, result };
  },
});
