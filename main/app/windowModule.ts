import { type CallSchemas, registerCalls, withoutArguments } from '#main/ipc/registerCalls.ts';
import { SnapshotPublisher, type SnapshotTable } from '#main/ipc/snapshotPublisher.ts';
import { createWindowBoundsRepository } from '#main/storage/settingsRepository.ts';
import { firstOfList } from '#shared/domain/assessment.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

/** Opens the window where it was, and remembers where the user puts it. Throws `StorageError`. */
export function rememberWindowBounds({ desktop, lifetime, database, logger }: Base): void {
  const stored = createWindowBoundsRepository(database, logger);
  const bounds = stored.load();
  if (bounds !== null) desktop.window.place(bounds);
  lifetime.stop(desktop.window.onDidPlace(stored.save));
}

/** More rows than any screen shows at once. */
const FIRST_ROWS = 100;

/** Creates the publisher. Its table names every part of the snapshot, how it is read, and the events that change it. */
export function createPublisher(
  { desktop, lifetime, language, settings, windowView, clock, confirmedClock, scheduler }: Base,
  services: Services,
): SnapshotPublisher {
  const { secrets, connections, orderList, poller, exports, alertPause, notifications, updates } = services;
  const { receiverView, receiver, receiverConfig, receiverLog, hooks, vault, inbox } = services;
  const { presets, planned, copies, endpoints, alertChannels } = services;
  const { connectivity } = desktop;
  const parts: SnapshotTable = {
    connections: {
      read: () => connections.list(),
      changed: [
        connections.onDidChange,
        connections.onDidChangeToken,
        connections.onDidRemove,
        poller.onDidChangeState,
      ],
    },
    settings: { read: () => settings.get(), changed: [(listener) => settings.onDidChange('all', listener)] },
    keychain: { read: () => secrets.monitor.view(), changed: [secrets.monitor.onDidChange] },
    online: { read: () => connectivity.online(), changed: [connectivity.onDidChange] },
    place: { read: () => language.place, changed: [language.onDidMove] },
    clockAheadMs: { read: () => confirmedClock.wrongByMs(), changed: [confirmedClock.onDidChangeError] },
    polling: { read: () => poller.polling(), changed: [poller.onDidChangePolling] },
    exportJob: { read: () => exports.view(), changed: [exports.onDidChange] },
    presets: { read: () => presets.list(), changed: [presets.onDidChange] },
    planned: { read: () => planned.views(), changed: [planned.onDidChange, presets.onDidChange] },
    copies: {
      read: () => copies.list(),
      readFirst: (orderIds) => copies.ofOrders(orderIds),
      changed: [copies.onDidChange],
    },
    endpoints: {
      read: () => endpoints.views(),
      readFirst: (orderIds) => endpoints.ofOrders(orderIds),
      changed: [endpoints.onDidChange],
    },
    update: { read: () => updates.view(), changed: [updates.onDidChange] },
    alertChannels: {
      read: () => alertChannels.views(),
      changed: alertChannels.all.map(({ onDidChange }) => onDidChange),
    },
    alertPause: { read: () => alertPause.current(), changed: [alertPause.onDidChange] },
    notifications: { read: notifications.view, changed: notifications.changed },
    receiver: {
      read: receiverView,
      changed: [
        hooks.onDidChangeView,
        receiver.status.onDidChange,
        receiverConfig.onDidChange,
        vault.onDidChange,
        // The state of the vault includes the number of its keys.
        inbox.onDidChange,
      ],
    },
    inbox: { read: () => inbox.list(), changed: [inbox.onDidChange] },
    inboxCounts: { read: () => inbox.counts(), changed: [inbox.onDidChange] },
    receiverLog: { read: () => receiverLog.list(), changed: [receiverLog.onDidChange] },
  };
  const publisher = new SnapshotPublisher(
    {
      orders: {
        list: () => orderList.list(),
        firstPage: () => {
          const total = orderList.count();
          if (total <= FIRST_ROWS) return { rows: orderList.list(), extent: { kind: 'all' } };
          const pollingKind = (connectionId: string) => poller.pollingState(connectionId).kind;
          const facts = orderList.facts();
          const { first, counts } = firstOfList(facts, FIRST_ROWS, pollingKind, settings.get(), clock.now());
          return { rows: orderList.some(first), extent: { kind: 'first', total, counts } };
        },
        get: (id) => orderList.get(id),
        changed: (listener) =>
          orderList.onDidChange('all', ({ upserts, removed }) => listener([...upserts, ...removed])),
      },
      parts,
      app: {
        read: () => ({
          version: desktop.version,
          language: language.name,
          platform: desktop.platform,
          view: windowView.load(),
        }),
        languageChanged: language.onDidChange,
      },
    },
    scheduler,
    { hasPage: () => desktop.window.hasPage(), send: (delta) => desktop.window.send('app:delta', delta) },
  );
  lifetime.stop(publisher);
  return publisher;
}

/** The calls that paint the page. */
export type FirstCall = 'app:firstPage' | 'app:snapshot' | 'app:painted';

/**
 * Registers the calls that paint the page. Other calls wait for `answerCalls`.
 * @param painted called when a page has painted its first rows
 */
export function answerFirstCalls(
  { desktop, lifetime, logger }: Base,
  publisher: SnapshotPublisher,
  painted: () => void,
): void {
  const schemas: CallSchemas<FirstCall> = {
    'app:firstPage': withoutArguments,
    'app:snapshot': withoutArguments,
    'app:painted': withoutArguments,
  };
  const handlers = {
    'app:firstPage': () => publisher.firstPage(),
    'app:snapshot': () => publisher.snapshot(),
    'app:painted': painted,
  };
  lifetime.stop(registerCalls(desktop.calls, schemas, handlers, { origin: desktop.origin, logger }));
}
