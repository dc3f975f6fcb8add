import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { HooksListValues } from '../runs/hooks.ts';

export const hooksList = defineCommand<HooksListValues>({
  name: 'hooks list',
  about: 'hooksList',
  operands: operands.none,
  options: { json },
  read: ({ options }) => ok({ json: options.has('json') }),
  load: async () => {
    const { runHooksList: run, hooksListResult: result } = await import('../runs/hooks.ts');
    return { run, result };
  },
});
