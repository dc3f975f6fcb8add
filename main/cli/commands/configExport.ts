import { ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';
import type { ConfigExportValues } from '../runs/config.ts';

export const configExport = defineCommand<ConfigExportValues>({
  name: 'config export',
  about: 'configExport',
  operands: operands.none,
  options: {
    out: { about: 'configOut', value: 'FILE', completes: 'files', ofProcess: true },
    json: { about: 'jsonOfFile' },
  },
  path: ({ out }) => (out === null ? null : { kind: 'writes', path: out, readers: 'owner' }),
  read: ({ options }) => ok({ out: options.get('out') ?? null }),
  load: async () => {
    const [{ runConfigExport: run }, { writtenResult: result }] = await Promise.all([
      import('../runs/config.ts'),
      import('../results.ts'),
    ]);
    return { run, result };
  },
});
