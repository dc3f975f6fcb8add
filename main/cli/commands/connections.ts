import { isDeepStrictEqual } from 'node:util';
import { caFileOf } from '#main/orders/connections/caFiles.ts';
import type { ConnectionDraft } from '#main/orders/connections/connectionDraft.ts';
import { credentialName } from '#main/orders/connections/credentialTokens.ts';
import { comparableName } from '#main/platform/validateUniqueName.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { sourceId } from '#shared/domain/order.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { answerSchema, listed, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import {
  type CommandContext,
  credentialProblem,
  openFingerprints,
  tellError,
  tellKeychain,
} from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { givenFile } from '../givenFile.ts';
import { plain, sayTable } from '../table.ts';

/** Its token comes from standard input, or stays in a file that the system hands to each command. */
type GivenConnection = Given<'ca-file' | 'ca-sha256', 'token-stdin', 'name'>;

/** `notafter connections list`: the services, without asking the keychain or a service. */
async function runConnectionsList(_given: Given, context: CommandContext): Promise<ExitCode> {
  const { services, t, answer } = context;
  await context.prepare();
  const connections = services.connections.list();
  const counts = Map.groupBy(services.orderList.list(), sourceId);
  // What another process was answered is known of the orders.
  const isRejected = ({ id, polling }: (typeof connections)[number]) =>
    polling.kind === 'rejected' ||
    (counts.get(id) ?? []).some(({ failure }) => failure?.kind === 'unauthorized');
  answer<typeof connectionsListResult>({
    changed: false,
    connections: connections.map((connection) => {
      const { id, name, baseUrl, ca } = connection;
      const orders = counts.get(id)?.length ?? 0;
      return { id, name, baseUrl, ca, isRejected: isRejected(connection), orders };
    }),
  });
  const columns = [
    { title: t('cli.connections.name'), min: 12 },
    { title: t('cli.connections.address'), min: 24 },
    { title: t('cli.connections.orders'), align: 'right' },
    { title: t('cli.connections.ca'), min: 10, dropOrder: 1 },
    { title: '', min: 14 },
  ] as const;
  const rows = connections.map((connection) => {
    const { id, name, baseUrl, ca } = connection;
    return [
      ...[name, baseUrl, `${counts.get(id)?.length ?? 0}`, ca?.fileName ?? ''].map(plain),
      { text: isRejected(connection) ? t('orders.status.rejected') : '', style: 'bad' as const },
    ];
  });
  await sayTable(columns, rows, context, t('cli.connections.none'));
  return exitCodes.fine;
}

/**
 * `notafter connections add`: adds a service. Its token goes to the keychain, or stays in the file that has it. A connection
 * that a file brought gets its token, and what the user has to confirm of it.
 */
async function runConnectionsAdd(command: GivenConnection, context: CommandContext): Promise<ExitCode> {
  const { services, t, say, tell, answer, paint } = context;
  const {
    words: [baseUrl = ''],
    options: { 'token-stdin': fromStdin, 'ca-file': caFile, ...options },
  } = command;
  await context.prepare();
  const locked = fromStdin ? tellKeychain(context) : null;
  if (locked !== null) return locked;
  const file = caFile === null ? null : givenFile(caFile, context);
  if (file?.ok === false) return tellError(file.error, context);
  const ca = file && services.connections.keepCaFile(await caFileOf(file.value.content, file.value.name));
  if (ca?.ok === false) return tellError(ca.error, context);
  const known = knownConnection(command, context);
  const problem = (await fileProblem(command, known, context)) ?? fingerprintProblem(command, known, context);
  if (problem !== null) {
    tell(problem, 'credential');
    return exitCodes.attention;
  }
  const choice = ca === null ? { kind: 'none' as const } : { kind: 'chosen' as const, id: ca.value.id };
  const draft = { name: options.name, baseUrl, ca: choice };
  const before = known && services.connections.find(known.id);
  const added =
    known === null
      ? await services.connections.add(draft, tokenText(command, context))
      : await confirmed(known, draft, command, context);
  if (!added.ok) return tellError(added.error, context);
  const { id, name, baseUrl: address } = added.value;
  if (!fromStdin) {
    const allowed = services.connections.allowTokenFile(id);
    if (!allowed.ok) return tellError(allowed.error, context);
  }
  answer<typeof connectionsAddResult>({
    changed: fromStdin || !isDeepStrictEqual(before, services.connections.find(id)),
    connection: { id, name, baseUrl: address },
  });
  say(`${paint('bold', cleanText(name))}  ${t('cli.connections.added', { address: cleanText(address) })}`);
  return exitCodes.fine;
}

/** The token to store; `null`: it stays in a file. An empty token is refused as one that was typed is. */
function tokenText({ options }: GivenConnection, { secret }: CommandContext): string | null {
  return options['token-stdin'] ? (secret ?? '') : null;
}

/** Why the token can't stay in a file; `null`: it can, or comes from standard input. */
async function fileProblem(
  { words: [baseUrl = ''], options }: GivenConnection,
  known: ConnectionView | null,
  context: CommandContext,
): Promise<string | null> {
  if (options['token-stdin']) return null;
  const named = known ?? { id: null, name: options.name, baseUrl };
  const found = await context.credentials?.tokens.isThere(named, named.id);
  return credentialProblem(credentialName(options.name) ?? '', found, '--token-stdin', context);
}

/** Why the user did not confirm the own CA that a file brought; `null`: nothing is left to confirm. */
function fingerprintProblem(
  { options: { 'ca-file': caFile, 'ca-sha256': caFingerprints } }: GivenConnection,
  known: ConnectionView | null,
  { services, t }: CommandContext,
): string | null {
  const connection = known && services.connections.find(known.id);
  const open = caFile === null && connection !== null ? openFingerprints(connection) : [];
  if (caFingerprints !== null && open.length === 0) return t('cli.connections.noCaToConfirm');
  const given = new Set((caFingerprints ?? '').toUpperCase().split(','));
  if (open.every((fingerprint) => given.has(fingerprint))) return null;
  return t('cli.connections.confirmCa', { fingerprints: open.join(',') });
}

/** Takes what the user confirmed of a connection that is there. */
async function confirmed(
  known: ConnectionView,
  draft: ConnectionDraft,
  command: GivenConnection,
  context: CommandContext,
): Promise<Result<ConnectionView>> {
  const { connections } = context.services;
  const named = draft.ca.kind === 'chosen' ? await connections.update(known.id, draft) : ok(known);
  const trusted = named.ok && draft.ca.kind === 'none' ? connections.trustCa(known.id) : named;
  if (!trusted.ok) return trusted;
  const token = tokenText(command, context);
  const stored = token === null ? ok(null) : await connections.setToken(known.id, token);
  return stored.ok ? named : stored;
}

/** `notafter connections remove`: removes a service with its orders and its token, if that is confirmed. */
async function runConnectionsRemove(
  { words: [connectionName = ''], options }: Given<never, 'yes'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, unknown, answer, paint } = context;
  const connection = services.connections.list().find(({ name }) => name === connectionName);
  if (connection === undefined)
    return unknown(t('cli.connections.unknown', { name: cleanText(connectionName) }));
  const { id, name, baseUrl } = connection;
  const count = services.orderList.list().filter((order) => sourceId(order) === id).length;
  const shown = cleanText(name);
  if (!options.yes) {
    tell(
      count === 0
        ? t('connections.remove.questionNoOrders', { name: shown })
        : t('connections.remove.question', { name: shown, count }),
    );
    tell(t('cli.connections.confirm'), 'needsYes');
    return exitCodes.attention;
  }
  await context.prepare();
  const removed = await services.connections.remove(id);
  if (!removed.ok) return tellError(removed.error, context);
  answer<typeof connectionsRemoveResult>({
    changed: true,
    connection: { id, name, baseUrl },
    orders: count,
  });
  say(`${paint('bold', shown)}  ${t('cli.connections.removed', { count })}`);
  return exitCodes.fine;
}

/** The connection with this name and address, unless its token would be replaced; `null`: none. */
function knownConnection(
  { words: [baseUrl = ''], options }: GivenConnection,
  { services }: CommandContext,
): ConnectionView | null {
  const address = parseBaseUrl(baseUrl);
  const found = services.connections
    .list()
    .find(
      ({ name, baseUrl: own, token }) =>
        comparableName(name) === comparableName(options.name.trim()) &&
        address.ok &&
        own === address.value &&
        (!options['token-stdin'] || token.kind === 'absent'),
    );
  return found ?? null;
}

/** The JSON of `connections add --json`. */
export const connectionsAddResult = (z: Zod) =>
  answerSchema(z, {
    changed: z
      .boolean()
      .describe(
        'It was added, or got after an import what was missing. false: its token file was allowed before.',
      ),
    connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
  });

/** The JSON of `connections remove --json`. */
export const connectionsRemoveResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.literal(true).describe('The connection was removed. One that does not exist is no answer.'),
    connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
    orders: z.int().describe('How many orders were removed with it.'),
  });

/** The JSON of `connections list --json`. */
export const connectionsListResult = (z: Zod) =>
  answerSchema(z, {
    changed: listed(z),
    connections: z.array(
      z.strictObject({
        id: z.string().describe('A token file can be named after it.'),
        name: z.string(),
        baseUrl: z.string(),
        ca: z
          .strictObject({ fileName: z.string(), certificates: z.int(), isConfirmed: z.boolean() })
          .nullable()
          .describe('Its own certificate authority; not confirmed: a configuration file brought it.'),
        isRejected: z.boolean().describe('Whether the service refused the access token.'),
        orders: z.int(),
      }),
    ),
  });

export const connectionsList = { run: runConnectionsList, result: connectionsListResult };
export const connectionsAdd = { run: runConnectionsAdd, result: connectionsAddResult };
export const connectionsRemove = { run: runConnectionsRemove, result: connectionsRemoveResult };
