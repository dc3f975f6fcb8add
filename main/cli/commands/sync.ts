import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { SyncValues } from '../runs/sync.ts';

export const sync = defineCommand<SyncValues>({
  name: 'sync',
  about: 'sync',
  operands: operands.orders,
  options: { json },
  needs: ['secrets', 'polling'],
  givesWay: true,
  read: ({ words: orders, options }) => ok({ orders, json: options.has('json') }),
  load: async () => {
    const [{ runSync: run }, { syncResult: result }] = await Promise.all([
      import('../runs/sync.ts'),
      import('../syncJson.ts'),
    ]);
    return { run, result };
  },
});
