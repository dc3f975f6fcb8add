import { textLimits } from '#shared/domain/textLimits.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { defineCommand, type Given, json, operands, secretSource, type UsageProblem } from '../command.ts';
import type { ExportValues } from '../runs/export.ts';

export const exportFiles = defineCommand<ExportValues>({
  name: 'export',
  about: 'export',
  operands: operands.someOrders,
  options: {
    all: { about: 'all' },
    preset: { about: 'preset', value: 'nginx', completes: 'presets', isRequired: true },
    to: { about: 'to', value: 'DIR', completes: 'folders', isRequired: true, ofProcess: true },
    replace: { about: 'replace' },
    keep: { about: 'keep' },
    'accept-warnings': { about: 'acceptWarnings' },
    'keep-updated': { about: 'keepUpdated' },
    run: { about: 'reloadCommand', value: 'COMMAND' },
    'passphrase-file': { about: 'passphraseFile', value: 'FILE', completes: 'files', ofProcess: true },
    'passphrase-stdin': { about: 'passphraseStdin', ofProcess: true },
    json,
  },
  needs: ['secrets'],
  secret: ({ passphrase }) => ({
    source: passphrase,
    field: 'passphrase',
    unread: 'cli.export.passphraseUnread',
    limit: textLimits.secret,
  }),
  path: ({ to }) => ({ kind: 'folder', path: to }),
  read,
  load: async () => {
    const [{ runExport: run }, { exportResult: result }] = await Promise.all([
      import('../runs/export.ts'),
      import('../exportJson.ts'),
    ]);
    return { run, result };
  },
});

function read(given: Given): Result<ExportValues, UsageProblem> {
  const { words: orders, options } = given;
  const isAll = options.has('all');
  if (isAll && orders.length > 0) return err({ kind: 'notBoth', one: '--all', other: orders[0] ?? '' });
  if (!isAll && orders.length === 0) return err({ kind: 'optionMissing', option: '<rid|alias ...>|--all' });
  if (options.has('replace') && options.has('keep'))
    return err({ kind: 'notBoth', one: '--replace', other: '--keep' });
  const passphrase = secretSource(given, 'passphrase');
  if (!passphrase.ok) return passphrase;
  return ok({
    orders,
    preset: options.get('preset') ?? '',
    to: options.get('to') ?? '',
    conflicts: options.has('replace') ? 'replace' : options.has('keep') ? 'keep' : null,
    acceptWarnings: options.has('accept-warnings'),
    keepUpdated: options.has('keep-updated'),
    run: options.get('run') ?? null,
    passphrase: passphrase.value,
    json: options.has('json'),
  });
}
