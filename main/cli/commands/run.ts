import { err, ok } from '#shared/result.ts';
import { defineCommand, operands, type ServiceWishes } from '../command.ts';

export const run = defineCommand<ServiceWishes>({
  name: 'run',
  about: 'run',
  operands: operands.none,
  options: {
    config: { about: 'runConfig', value: 'FILE', completes: 'files' },
    'accept-warnings': { about: 'importWarnings' },
  },
  read: ({ options }) => {
    const [configurationFile, acceptsWarnings] = [options.get('config'), options.has('accept-warnings')];
    if (acceptsWarnings && configurationFile === undefined)
      return err({ kind: 'optionMissing', option: '--config' });
    return ok({ configurationFile: configurationFile ?? null, acceptsWarnings });
  },
  service: (wishes) => wishes,
  load: async () => {
    const { runRun } = await import('../runs/run.ts');
    return { run: runRun };
  },
});
