import { textLimits } from '#shared/domain/textLimits.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { defineCommand, type Given, json, operands, secretSource, type UsageProblem } from '../command.ts';
import type { HooksAddValues } from '../runs/hooks.ts';

export const hooksAdd = defineCommand<HooksAddValues>({
  name: 'hooks add',
  about: 'hooksAdd',
  operands: operands.none,
  options: {
    name: { about: 'hookName', value: 'NAME', isRequired: true },
    path: { about: 'hookPath', value: 'PATH' },
    'secret-file': { about: 'secretFile', value: 'FILE', completes: 'files', ofProcess: true },
    'secret-stdin': { about: 'secretStdin', ofProcess: true },
    'secret-credential': { about: 'secretCredential' },
    json,
  },
  needs: ['secrets'],
  secret: ({ secret }) => ({
    source: secret === 'credential' ? { kind: 'none' } : secret,
    field: 'secret',
    unread: 'cli.hooks.secretUnread',
    limit: textLimits.secret,
  }),
  read,
  load: async () => {
    const { runHooksAdd: run, hooksAddResult: result } = await import('../runs/hooks.ts');
    return { run, result };
  },
});

function read(given: Given): Result<HooksAddValues, UsageProblem> {
  const { options } = given;
  const secret = secretSource(given, 'secret');
  if (!secret.ok) return secret;
  const inCredential = options.has('secret-credential');
  if (inCredential && secret.value.kind !== 'none')
    return err({ kind: 'notBoth', one: `--secret-${secret.value.kind}`, other: '--secret-credential' });
  return ok({
    hookName: options.get('name') ?? '',
    path: options.get('path') ?? null,
    secret: inCredential ? 'credential' : secret.value,
    json: options.has('json'),
  });
}
