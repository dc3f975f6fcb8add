import { resolve } from 'node:path';
import { credentialName } from '#main/orders/connections/credentialTokens.ts';
import { comparableName } from '#main/platform/validateUniqueName.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { sourceId } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { ConnectionsAddCommand, ConnectionsRemoveCommand } from '../arguments.ts';
import { type CommandContext, credentialText, tellError, tellKeychain } from '../commandContext.ts';
import type { connectionsAddSchema, connectionsRemoveSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/**
 * `notafter connections add`: adds a service. Its token goes to the keychain, or stays in the file that has it. A connection
 * that an import added without a token gets this one.
 */
export async function runConnectionsAdd(
  command: ConnectionsAddCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, write, paint } = context;
  await services.prepare('connections add');
  const locked = command.token === 'stdin' ? tellKeychain(context) : null;
  if (locked !== null) return locked;
  const token = await tokenOf(command, context);
  if (!token.ok) {
    tell(token.error, 'credential');
    return exitCodes.attention;
  }
  const file = command.caFile;
  const ca = file === null ? null : await services.connections.readCaFile(resolve(context.cwd, file));
  if (ca?.ok === false) return tellError(ca.error, context);
  const choice = ca === null ? { kind: 'none' as const } : { kind: 'chosen' as const, id: ca.value.id };
  const draft = { name: command.connectionName, baseUrl: command.baseUrl, ca: choice };
  const imported = token.value === null || ca !== null ? null : importedConnection(draft, context);
  const added =
    imported === null
      ? await services.connections.add(draft, token.value)
      : await withToken(imported, token.value ?? '', context);
  if (!added.ok) return tellError(added.error, context);
  const { id, name, baseUrl: address } = added.value;
  const value: z.input<typeof connectionsAddSchema> = {
    schema: 1,
    changed: true,
    connection: { id, name, baseUrl: address },
  };
  if (command.json) write(`${JSON.stringify(value, null, 2)}\n`);
  else
    say(`${paint('bold', cleanText(name))}  ${t('cli.connections.added', { address: cleanText(address) })}`);
  return exitCodes.fine;
}

/** The token to store; `null`: it stays in a file, which can be read. The error is a text. */
async function tokenOf(
  { token, connectionName }: ConnectionsAddCommand,
  { services, secret, t }: CommandContext,
): Promise<Result<string | null, string>> {
  // An empty token is refused as one that was typed is.
  if (token === 'stdin') return ok(secret ?? '');
  if (services.isApp) return err(t('cli.connections.credentialOfApp'));
  const file = credentialName(connectionName) ?? '';
  const found = await services.credentials?.findByName(connectionName);
  if (found?.ok === false) return err(credentialText(found.error, t));
  return found === undefined || found.value === null
    ? err(t('cli.connections.noCredential', { file }))
    : ok(null);
}

/** `notafter connections remove`: removes a service with its orders and its token, if that is confirmed. */
export async function runConnectionsRemove(
  { connectionName, isConfirmed, json }: ConnectionsRemoveCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, unknown, write, paint } = context;
  const connection = services.connections.list().find(({ name }) => name === connectionName);
  if (connection === undefined)
    return unknown(t('cli.connections.unknown', { name: cleanText(connectionName) }));
  const { id, name, baseUrl } = connection;
  const count = services.orders.list().filter((order) => sourceId(order) === id).length;
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
  await services.prepare('connections remove');
  const removed = await services.connections.remove(id);
  if (!removed.ok) return tellError(removed.error, context);
  const value: z.input<typeof connectionsRemoveSchema> = {
    schema: 1,
    changed: true,
    connection: { id, name, baseUrl },
    orders: count,
  };
  if (json) write(`${JSON.stringify(value, null, 2)}\n`);
  else say(`${paint('bold', shown)}  ${t('cli.connections.removed', { count })}`);
  return exitCodes.fine;
}

/** The connection with this name and address that has no token yet, as after an import; `null`: none. */
function importedConnection(
  { name: connectionName, baseUrl }: Pick<ConnectionView, 'name' | 'baseUrl'>,
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
        token.kind === 'absent',
    );
  return found ?? null;
}

async function withToken(
  connection: ConnectionView,
  token: string,
  { services }: CommandContext,
): Promise<Result<ConnectionView>> {
  const stored = await services.connections.setToken(connection.id, token);
  return stored.ok ? ok(connection) : stored;
}
