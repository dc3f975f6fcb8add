import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { QuickValues } from '../runs/quick.ts';

export const quick = defineCommand<QuickValues>({
  name: 'quick',
  about: 'quick',
  operands: operands.none,
  options: { json },
  startsApp: true,
  read: ({ options }) => ok({ json: options.has('json') }),
  load: async () => {
    const { runQuick: run, quickResult: result } = await import('../runs/quick.ts');
    return { run, result };
  },
});
