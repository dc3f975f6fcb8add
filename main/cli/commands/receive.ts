import { ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';
import type { ReceiveValues } from '../runs/receive.ts';

export const receive = defineCommand<ReceiveValues>({
  name: 'receive',
  about: 'receive',
  operands: operands.none,
  options: { json: { about: 'jsonDeliveries' } },
  needs: ['secrets', 'polling', 'receiving'],
  givesWay: true,
  read: ({ options }) => ok({ json: options.has('json') }),
  load: async () => {
    const { runReceive: run, receiveResult: result } = await import('../runs/receive.ts');
    return { run, result };
  },
});
