import { textLimits } from '#shared/domain/textLimits.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { defineCommand, type Given, json, type UsageProblem } from '../command.ts';
import type { ConnectionsAddValues } from '../runs/connections.ts';

export const connectionsAdd = defineCommand<ConnectionsAddValues>({
  name: 'connections add',
  about: 'connectionsAdd',
  // A second word may be the token, which no message may contain: `read` refuses it.
  operands: { text: '<https://...>', tag: 'address', least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    name: { about: 'connectionName', value: 'NAME', isRequired: true },
    'token-stdin': { about: 'tokenStdin', ofProcess: true },
    'token-credential': { about: 'tokenCredential' },
    'ca-file': { about: 'caFile', value: 'FILE', completes: 'files', ofProcess: true },
    'ca-sha256': { about: 'caSha256', value: 'FINGERPRINT' },
    json,
  },
  needs: ['secrets'],
  secret: ({ token }) => ({
    source: { kind: token === 'stdin' ? 'stdin' : 'none' },
    field: 'token',
    unread: 'cli.connections.tokenUnread',
    limit: textLimits.token,
  }),
  path: ({ caFile }) => (caFile === null ? null : { kind: 'reads', path: caFile }),
  read,
  load: async () => {
    const { runConnectionsAdd: run, connectionsAddResult: result } = await import('../runs/connections.ts');
    return { run, result };
  },
});

function read({ words, options }: Given): Result<ConnectionsAddValues, UsageProblem> {
  const [baseUrl = '', extra] = words;
  if (extra !== undefined) return err({ kind: 'tokenAsArgument' });
  const [fromStdin, fromCredential] = [options.has('token-stdin'), options.has('token-credential')];
  if (fromStdin && fromCredential)
    return err({ kind: 'notBoth', one: '--token-stdin', other: '--token-credential' });
  if (options.has('ca-file') && options.has('ca-sha256'))
    return err({ kind: 'notBoth', one: '--ca-file', other: '--ca-sha256' });
  if (!fromStdin && !fromCredential)
    return err({ kind: 'optionMissing', option: '--token-stdin|--token-credential' });
  return ok({
    baseUrl,
    connectionName: options.get('name') ?? '',
    token: fromStdin ? 'stdin' : 'credential',
    caFile: options.get('ca-file') ?? null,
    caFingerprints: options.get('ca-sha256') ?? null,
    json: options.has('json'),
  });
}
