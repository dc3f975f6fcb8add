import type { CommandName } from '#main/cli/arguments.ts';
import type { CommandOutput } from '#main/cli/commandServer.ts';
import type { RunRequest } from '#main/cli/protocol.ts';
import { runCommand } from '#main/cli/runCommand.ts';
import type { Base } from './base.ts';
import { createCommandServices, serveCommands } from './cliModule.ts';
import { keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';

/** What runs commands while the app does not. */
export interface CommandApp {
  /** Runs one, and gives its exit code. */
  run(request: RunRequest, output: CommandOutput, signal: AbortSignal): Promise<number>;
  /** Waits for the commands of other processes. Never rejects. */
  settled(): Promise<void>;
  /** Stops everything and closes the database. */
  dispose(): Promise<void>;
}

/**
 * Begins only what a command asks for. It looks for no alerts: the app finds them in what is stored when it runs next.
 * @param giveWay the app starts, and waits for this process to end
 */
export function startCommandApp(base: Base, parts: Services, giveWay: () => void): CommandApp {
  const { lifetime, settings } = base;
  const { allOrders, copies, endpoints, endpointKeeper, vault, keys, poller, inbox, receiver, secrets } =
    parts;
  lifetime.stop(
    allOrders.onDidChange((change) => {
      copies.ordersChanged([...change.upserts, ...change.removed]);
      endpoints.ordersChanged(change);
    }),
  );
  lifetime.stop(vault.onDidForget((where) => keys.forget(where)));
  const secretsRead = once(() => secrets.load(keychainAccounts(parts)));
  const polling = once(async () => poller.start());
  const probing = once(async () => endpointKeeper.start());
  const receiving = once(async () => {
    inbox.start();
    receiver.start();
  });
  const prepare = async (name: CommandName) => {
    if (name === 'status') await copies.look(null);
    if (name === 'sync' || name === 'export' || name === 'receive') await secretsRead();
    if (name === 'sync' || name === 'receive') await polling();
    if (name === 'probe') await probing();
    if (name === 'receive') await receiving();
  };
  const services = createCommandServices(base, parts, { isApp: false, prepare });
  const server = serveCommands(base, services, { holder: 'command', giveWay });
  return {
    run: (request, output, signal) => runCommand(request, services, settings.get().language, output, signal),
    settled: () => server.settled(),
    dispose: () => lifetime.end(),
  };
}

/** Begins something when it is first asked for. */
function once(begin: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | null = null;
  return () => {
    begun ??= begin();
    return begun;
  };
}
