import { err, ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { ConfigImportValues } from '../runs/config.ts';

export const configImport = defineCommand<ConfigImportValues>({
  name: 'config import',
  about: 'configImport',
  operands: { text: '<file>', tag: 'file', least: 1, most: 1, completes: 'files' },
  options: {
    'dry-run': { about: 'dryRun' },
    yes: { about: 'importYes' },
    'accept-warnings': { about: 'importWarnings' },
    prune: { about: 'prune' },
    json,
  },
  needs: ['secrets'],
  path: ({ file }) => ({ kind: 'reads', path: file }),
  read: ({ words: [file = ''], options }) => {
    const [dryRun, yes] = [options.has('dry-run'), options.has('yes')];
    if (dryRun && yes) return err({ kind: 'notBoth', one: '--dry-run', other: '--yes' });
    const [acceptWarnings, prune] = [options.has('accept-warnings'), options.has('prune')];
    return ok({ file, dryRun, yes, acceptWarnings, prune, json: options.has('json') });
  },
  load: async () => {
    const { runConfigImport: run, configImportResult: result } = await import('../runs/config.ts');
    return { run, result };
  },
});
