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
import type { z } from '#shared/zod.ts';
import {
  type CommandContext,
  credentialProblem,
  openFingerprints,
  tellError,
  tellKeychain,
} from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { givenFile } from '../givenFile.ts';
import { jsonText } from '../jsonText.ts';
import type { Zod } from '../results.ts';

export interface ConnectionsRemoveValues {
  readonly connectionName: string;
  readonly isConfirmed: boolean;
  readonly json: boolean;
}

export interface ConnectionsAddValues {
  readonly baseUrl: string;
  readonly connectionName: string;
  /** Where its token is: on standard input, or in a file that the system hands to each command. */
  readonly token: 'stdin' | 'credential';
  /** The file of an extra CA, relative to the current folder; `null`: none. */
  readonly caFile: string | null;
  /** The SHA-256 fingerprints of the CA that a configuration file brought, with commas between them; `null`: none. */
  readonly caFingerprints: string | null;
  readonly json: boolean;
}

/**
 * `notafter connections add`: adds a service. Its token goes to the keychain, or stays in the file that has it. A connection
 * that a file brought gets its token, and what the user has to confirm of it.
 */
export async function runConnectionsAdd(
  command: ConnectionsAddValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, write, paint } = context;
  await context.prepare();
  const locked = command.token === 'stdin' ? tellKeychain(context) : null;
  if (locked !== null) return locked;
  const file = command.caFile === null ? null : givenFile(command.caFile, context);
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
  const draft = { name: command.connectionName, baseUrl: command.baseUrl, ca: choice };
  const before = known && services.connections.find(known.id);
  const added =
    known === null
      ? await services.connections.add(draft, tokenText(command, context))
      : await confirmed(known, draft, command, context);
  if (!added.ok) return tellError(added.error, context);
  const { id, name, baseUrl: address } = added.value;
  if (command.token === 'credential') {
    const allowed = services.connections.allowTokenFile(id);
    if (!allowed.ok) return tellError(allowed.error, context);
  }
  const value: z.input<ReturnType<typeof connectionsAddResult>> = {
    schema: 1,
    changed: command.token === 'stdin' || !isDeepStrictEqual(before, services.connections.find(id)),
    connection: { id, name, baseUrl: address },
  };
  if (command.json) write(jsonText(value));
  else
    say(`${paint('bold', cleanText(name))}  ${t('cli.connections.added', { address: cleanText(address) })}`);
  return exitCodes.fine;
}

/** The token to store; `null`: it stays in a file. An empty token is refused as one that was typed is. */
function tokenText({ token }: ConnectionsAddValues, { secret }: CommandContext): string | null {
  return token === 'stdin' ? (secret ?? '') : null;
}

/** Why the token can't stay in a file; `null`: it can, or comes from standard input. */
async function fileProblem(
  { token, connectionName, baseUrl }: ConnectionsAddValues,
  known: ConnectionView | null,
  context: CommandContext,
): Promise<string | null> {
  if (token === 'stdin') return null;
  const named = known ?? { id: null, name: connectionName, baseUrl };
  const found = await context.credentials?.tokens.isThere(named, named.id);
  return credentialProblem(credentialName(connectionName) ?? '', found, '--token-stdin', context);
}

/** Why the user did not confirm the own CA that a file brought; `null`: nothing is left to confirm. */
function fingerprintProblem(
  { caFile, caFingerprints }: ConnectionsAddValues,
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
  command: ConnectionsAddValues,
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
export async function runConnectionsRemove(
  { connectionName, isConfirmed, json }: ConnectionsRemoveValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, unknown, write, paint } = context;
  const connection = services.connections.list().find(({ name }) => name === connectionName);
  if (connection === undefined)
    return unknown(t('cli.connections.unknown', { name: cleanText(connectionName) }));
  const { id, name, baseUrl } = connection;
  const count = services.orderList.list().filter((order) => sourceId(order) === id).length;
  const shown = cleanText(name);
  if (!isConfirmed) {
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
  const value: z.input<ReturnType<typeof connectionsRemoveResult>> = {
    schema: 1,
    changed: true,
    connection: { id, name, baseUrl },
    orders: count,
  };
  if (json) write(jsonText(value));
  else say(`${paint('bold', shown)}  ${t('cli.connections.removed', { count })}`);
  return exitCodes.fine;
}

/** The connection with this name and address, unless its token would be replaced; `null`: none. */
function knownConnection(
  { connectionName, baseUrl, token: source }: ConnectionsAddValues,
  { services }: CommandContext,
): ConnectionView | null {
  const address = parseBaseUrl(baseUrl);
  const found = services.connections
    .list()
    .find(
      ({ name, baseUrl: own, token }) =>
        comparableName(name) === comparableName(connectionName.trim()) &&
        address.ok &&
        own === address.value &&
        (source === 'credential' || token.kind === 'absent'),
    );
  return found ?? null;
}

/** The JSON of `connections add --json`. */
export const connectionsAddResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z
      .boolean()
      .describe(
        'It was added, or got after an import what was missing. false: its token file was allowed before.',
      ),
    connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
  });
/** The JSON of `connections remove --json`. */
export const connectionsRemoveResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(true).describe('The connection was removed. One that does not exist is no answer.'),
    connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
    orders: z.int().describe('How many orders were removed with it.'),
  });
