import { ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';

export const configExample = defineCommand<object>({
  name: 'config example',
  about: 'configExample',
  operands: operands.none,
  options: {},
  read: () => ok({}),
  print: async () => {
    const { exampleConfiguration } = await import('#main/reporting/configuration/exampleConfiguration.ts');
    return (t) => ({ text: exampleConfiguration, hint: t('cli.config.example') });
  },
});
