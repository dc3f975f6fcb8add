import type { CommandServices } from '#main/cli/services.ts';
import { keychainErrorOf } from '#shared/domain/keychain.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

/** What commands need, from the parts of the app. @param how what is different in the two processes */
export function createCommandServices(
  { desktop, settings, clock, scheduler, allowedCommandsFile }: Base,
  parts: Services,
  how: Pick<CommandServices, 'isApp' | 'hasWindow' | 'prepare' | 'credentials' | 'askAuthorities'>,
): CommandServices {
  const { orderList, histories, copies, copyRegistry, planned, poller, secrets, presets, exportInto } = parts;
  const { alertPause, alertChannels, connections, endpoints, hooks, inbox } = parts;
  const { receiver, inventories } = parts;
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
    inventories,
    leafIdentities: (fingerprints) => histories.identities(fingerprints),
    copies,
    planned,
    orders: orderList,
    addOrders: async (connectionId, text) => {
      await connections.readTokens();
      return parts.orders.add(connectionId, text);
    },
    acceptOrder: (id, fingerprint256) => parts.orders.accept(id, fingerprint256),
    annotations: parts.annotations,
    settings,
    connections,
    configuration: parts.configuration,
    alertPause,
    alertChannels: alertChannels.all,
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
    keepUpdated: (copyIds) => copyRegistry.setAutoRefresh(copyIds, true),
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
