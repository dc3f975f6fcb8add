import type { ParsedCommand } from '#main/cli/command.ts';
import type { CommandNeed } from '#main/cli/context.ts';
import type { CommandOutput, RunRequest } from '#main/cli/protocol.ts';
import { runCommand } from '#main/cli/runCommand.ts';
import { type Base, once } from './base.ts';
import { serveCommands } from './cliModule.ts';
import { wireCommandEvents } from './eventWiring.ts';
import { takeHandedSecrets } from './handedSecrets.ts';
import { createPastRemover } from './pastModule.ts';
import { keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';

/** Runs commands without the app, which is not running. */
export interface CliApp {
  /** Runs a command. @returns its exit code */
  run(
    parsed: ParsedCommand,
    request: RunRequest,
    output: CommandOutput,
    signal: AbortSignal,
  ): Promise<number>;
  /** Waits for the commands of other processes. Never rejects. */
  settled(): Promise<void>;
  /** Stops everything and closes the database. */
  dispose(): Promise<void>;
}

/**
 * Starts only the services that a command needs. Alerts stay off: they are recorded as sent, and no one would see them.
 * @param giveWay the app starts, and waits for this process to end
 */
export function startCliApp(base: Base, services: Services, giveWay: () => void): CliApp {
  const { lifetime } = base;
  const { probeScheduler, poller, inbox, receiver, secrets, authorityWatch } = services;
  wireCommandEvents(base, services);
  // An update asks for a tick, which would evaluate the alerts.
  services.ticker.dispose();
  const credentials = takeHandedSecrets(base, services);
  const secretsRead = once(() => secrets.load(keychainAccounts(services)));
  let hasPolled = false;
  const polling = once(async () => {
    hasPolled = true;
    poller.start();
  });
  const probing = once(async () => probeScheduler.start());
  const receiving = once(async () => {
    inbox.start();
    receiver.start();
    await authorityWatch.start();
  });
  const prepare = async (needs: ReadonlySet<CommandNeed>) => {
    if (needs.has('secrets')) await secretsRead();
    if (needs.has('polling')) await polling();
    if (needs.has('probing')) await probing();
    if (needs.has('receiving')) await receiving();
  };
  const holder = 'command';
  const place = { services, credentials, prepare };
  const server = serveCommands(base, { holder, giveWay }, async () => place);
  return {
    run: (parsed, request, output, signal) =>
      runCommand(parsed, request, { base, holder, ...place }, output, signal, true),
    settled: () => server.settled(),
    async dispose() {
      // A computer on which only commands run has no other time for it.
      if (hasPolled) createPastRemover(base).remove();
      await lifetime.end();
    },
  };
}
