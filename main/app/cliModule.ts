import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { exitCodes } from '#main/cli/exitCodes.ts';
import type { Holder } from '#main/cli/protocol.ts';
import { CommandServer } from '#main/cli/server.ts';
import type { CommandServices } from '#main/cli/services.ts';
import { keychainErrorOf } from '#shared/domain/keychain.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

/** What commands need, from the parts of the app. @param how what is different in the two processes */
export function createCommandServices(
  { desktop, clock, scheduler, allowedCommandsFile }: Base,
  parts: Services,
  how: Pick<CommandServices, 'isApp' | 'hasWindow' | 'prepare' | 'credentials' | 'askAuthorities'>,
): CommandServices {
  const { orderList, histories, copies, copyRegistry, planned, poller, secrets, presets, exportInto } = parts;
  const { alertPause, alertCommand, eventWebhook, connections, endpoints, hooks, inbox } = parts;
  const { receiver, takeInventory } = parts;
  return {
    ...how,
    prepare: async (needs) => {
      await how.prepare(needs);
      // The app checks exported files only now and then.
      if (needs.has('files')) await copies.verify(null);
    },
    showQuick: () => desktop.quick.show(),
    platform: desktop.platform,
    clock,
    scheduler,
    inventory: takeInventory,
    leafIdentities: () => histories.identities(),
    certificateFiles: () => copies.certificateFiles(),
    copies,
    planned,
    orders: orderList,
    addOrders: (connectionId, text) => parts.orders.add(connectionId, text),
    acceptOrder: (id, fingerprint256) => parts.orders.accept(id, fingerprint256),
    annotations: parts.annotations,
    connections,
    configuration: parts.configuration,
    alertPause,
    alertCommand,
    eventWebhook,
    testEvent: async () => {
      await parts.loadAlertWords();
      return parts.testEvent();
    },
    poller,
    keychainError: () => {
      const { state, memoryConsent } = secrets.monitor.view();
      return memoryConsent ? null : keychainErrorOf(state);
    },
    presets,
    exportInto,
    keepUpdated: (copyId) => copyRegistry.setAutoRefresh(copyId, true),
    trackedFolders: () =>
      copies.list().flatMap((view) => {
        const bundle = copyRegistry.find(view.id);
        return bundle === null ? [] : { bundle, view };
      }),
    updates: parts.autoRefresher,
    runDueCommands: (orderIds) => parts.copyWriter.runDue(orderIds),
    commands: parts.reloadCommands,
    allowedCommandsFile,
    commandsSettled: () => parts.reloadCommands.settled(),
    failedCommand: parts.failedCommand,
    endpoints,
    deliveries: inbox,
    receiver,
    hooks,
  };
}

export function serveCommands(
  { desktop, lifetime, environment, settings, scheduler, logger }: Base,
  services: CommandServices,
  holding: { readonly holder: Holder; readonly giveWay: () => void },
): CommandServer {
  const server = new CommandServer({
    ...holding,
    places: {
      userData: desktop.userData,
      platform: desktop.platform,
      runtimeFolder: environment['XDG_RUNTIME_DIR'],
      temporaryFolder: tmpdir(),
    },
    version: desktop.version,
    run: async (request, output, signal) => {
      const [{ runCommand }, { parseCommand }] = await Promise.all([
        import('#main/cli/runCommand.ts'),
        import('#main/cli/parseCommand.ts'),
      ]);
      const line = parseCommand(request.words);
      // The client has already reported it; this process may be an older version with fewer commands.
      if (!line.ok || line.value.kind !== 'run') return exitCodes.unknown;
      return runCommand(line.value.parsed, request, services, settings.get().language, output, signal);
    },
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    scheduler,
    logger,
  });
  lifetime.stop(server);
  lifetime.drain('command server', () => server.settled());
  server.start();
  return server;
}
