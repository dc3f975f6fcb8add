import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { ConnectionsAddCommand } from '../arguments.ts';
import { type CommandContext, tellError, tellKeychain } from '../commandContext.ts';
import type { connectionsAddSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

/** `notafter connections add`: adds a service with its access token, which the client read from standard input. */
export async function runConnectionsAdd(
  { baseUrl, connectionName, json }: ConnectionsAddCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, write, paint, secret } = context;
  await services.prepare('connections add');
  const locked = tellKeychain(context);
  if (locked !== null) return locked;
  // An empty token is refused as one that was typed is.
  const added = await services.connections.add(
    { name: connectionName, baseUrl, ca: { kind: 'none' } },
    secret ?? '',
  );
  if (!added.ok) return tellError(added.error, context);
  const { id, name, baseUrl: address } = added.value;
  const value: z.input<typeof connectionsAddSchema> = {
    schema: 1,
    changed: true,
    connection: { id, name, baseUrl: address },
  };
  if (json) write(`${JSON.stringify(value, null, 2)}\n`);
  else
    say(`${paint('bold', cleanText(name))}  ${t('cli.connections.added', { address: cleanText(address) })}`);
  return exitCodes.fine;
}
