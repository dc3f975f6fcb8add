import type { SnapshotPublisher } from '#main/ipc/snapshotPublisher.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';
import type { TrayModule } from './trayModule.ts';

/**
 * Who hears of what: every event between the parts of the app.
 * @param show brings the window to the front
 */
export function listen(
  { desktop, lifetime, language, settings, logger }: Base,
  parts: Services,
  tray: TrayModule,
  publisher: SnapshotPublisher,
  show: () => void,
): void {
  const { secrets, connections, orders, allOrders, poller, exports, board, alerts, alertPause, snoozes } =
    parts;
  const { presets, updates, receiver, endpointKeeper } = parts;
  const recoverSecrets = () => {
    secrets
      .recover()
      .catch((error: unknown) => logger.error('Secrets were not read again', { error: errorName(error) }));
  };
  const subscriptions = [
    ...listenToDeliveries(parts, publisher, logger),
    ...listenToCopies(parts, desktop, publisher),
    ...listenToEndpoints(parts, publisher),
    allOrders.onDidChange(({ upserts, removed }) => {
      publisher.ordersChanged([...upserts, ...removed]);
      board.touch();
    }),
    poller.onDidChangePolling(() => publisher.changed('polling')),
    poller.onDidChangeState(() => {
      publisher.changed('connections');
      board.touch();
    }),
    connections.onDidChange(({ connectionId, isSameService }) => {
      publisher.changed('connections');
      if (!isSameService) poller.connectionChanged(connectionId);
    }),
    connections.onDidChangeToken(({ connectionId }) => {
      publisher.changed('connections');
      poller.tokenChanged(connectionId);
    }),
    connections.onDidRemove(({ connectionId }) => {
      poller.connectionRemoved(connectionId);
      orders.removeConnection(connectionId);
      publisher.changed('connections');
    }),
    secrets.monitor.onDidChange(() => publisher.changed('keychain')),
    exports.onDidChange(() => publisher.changed('exportJob')),
    presets.onDidChange(() => publisher.changed('presets')),
    updates.onDidChange(() => publisher.changed('update')),
    snoozes.onDidChange((ids) => {
      publisher.ordersChanged(ids);
      board.touch();
    }),
    alertPause.onDidChange(() => {
      publisher.changed('alertsPausedSince');
      board.touch();
    }),
    desktop.connectivity.onDidChange(() => publisher.changed('online')),
    settings.onDidChange(({ language: choice, theme }) => {
      language.choose(choice);
      desktop.setTheme(theme);
      publisher.changed('settings');
      updates.settingsChanged();
      board.touch();
    }),
    language.onDidChange(() => {
      publisher.localeChanged();
      tray.update();
    }),
    board.onDidLook(() => {
      tray.update();
      snoozes.prune();
      alerts.evaluate();
    }),
    desktop.onDidResume(() => {
      endpointKeeper.resumed();
      receiver.check();
      recoverSecrets();
      poller.resumed();
      board.touch();
    }),
    desktop.onDidUnlock(() => recoverSecrets()),
    desktop.tray.onDidActivate(() => show()),
    desktop.window.onDidClose(() => tray.noTrayNotice.windowClosed()),
  ];
  for (const subscription of subscriptions) lifetime.stop(subscription);
}

/** Who hears of the copies that exports left, and whom they hear. */
function listenToCopies(
  { orders, allOrders, copies, copyLooks, copyWatch, freshKeeper }: Services,
  desktop: Base['desktop'],
  publisher: SnapshotPublisher,
): readonly Disposable[] {
  return [
    allOrders.onDidChange(({ upserts, removed, renewed }) => {
      copies.ordersChanged([...upserts, ...removed]);
      if (renewed.length > 0) freshKeeper.check();
    }),
    orders.onDidAccept(() => freshKeeper.check()),
    copies.onDidChange(() => publisher.changed('copies')),
    copyLooks.onDidLook(() => freshKeeper.check()),
    desktop.window.onDidFocus(() => copyWatch.windowShown()),
  ];
}

/** Who hears of what is served, and whom it hears. */
function listenToEndpoints(
  { allOrders, copies, endpoints, endpointKeeper }: Services,
  publisher: SnapshotPublisher,
): readonly Disposable[] {
  return [
    allOrders.onDidChange((change) => endpoints.ordersChanged(change)),
    copies.onDidWrite((orderIds) => {
      for (const orderId of orderIds) endpointKeeper.orderTouched(orderId);
    }),
    endpoints.onDidChange(() => publisher.changed('endpoints')),
  ];
}

/** Who hears of hooks, deliveries and their keys. */
function listenToDeliveries(
  { hooks, receiver, receiverConfig, receiverLog, inbox, vault, keys, board }: Services,
  publisher: SnapshotPublisher,
  logger: Logger,
): readonly Disposable[] {
  const receiverChanged = () => publisher.changed('receiver');
  return [
    hooks.onDidChangeView(receiverChanged),
    hooks.onDidRemove(({ hookId }) => inbox.hookRemoved(hookId)),
    receiver.onDidChange(receiverChanged),
    receiverConfig.onDidChange(receiverChanged),
    receiverLog.onDidChange(() => publisher.changed('receiverLog')),
    inbox.onDidChange(() => {
      publisher.changed('inbox');
      // The vault's state says how many keys it has.
      receiverChanged();
      board.touch();
    }),
    vault.onDidChange(receiverChanged),
    vault.onDidForget((where) => keys.forget(where)),
    vault.onDidBecomeLasting(() => {
      keys
        .storeMemoryKeys()
        .then((stored) => {
          if (!stored.ok) logger.warn('Keys stay in memory', { error: stored.error.kind });
        })
        .catch((error: unknown) => logger.error('Keys stay in memory', { error: errorName(error) }));
    }),
  ];
}
