import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { UpdateValues } from '../runs/update.ts';

export const update = defineCommand<UpdateValues>({
  name: 'update',
  about: 'update',
  operands: operands.orders,
  options: { json },
  needs: ['secrets', 'polling', 'files'],
  givesWay: true,
  read: ({ words: orders, options }) => ok({ orders, json: options.has('json') }),
  load: async () => {
    const [{ runUpdate: run }, { updateResult: result }] = await Promise.all([
      import('../runs/update.ts'),
      import('../updateJson.ts'),
    ]);
    return { run, result };
  },
});
