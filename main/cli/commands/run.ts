import { ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';

export const run = defineCommand<object>({
  name: 'run',
  about: 'run',
  operands: operands.none,
  options: {},
  isApp: true,
  read: () => ok({}),
  load: async () => {
    const { runRun } = await import('../runs/run.ts');
    return { run: runRun };
  },
});
