import { PageClipboard } from '#main/deployment/clipboard/pageClipboard.ts';
import { createCallHandlers } from '#main/ipc/callHandlers.ts';
import { registerCalls } from '#main/ipc/registerCalls.ts';
import { SnapshotPublisher } from '#main/ipc/snapshotPublisher.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { LinkName } from '#shared/ipc/contract.ts';
import type { Base } from './base.ts';
import { keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';

/** The pages that the app opens in the system's browser. */
const LINKS: Readonly<Record<LinkName, string>> = {
  keychainHelp: 'https://wiki.archlinux.org/title/GNOME/Keyring',
};

/** Builds what tells the window of changes. */
export function createPublisher(
  { desktop, lifetime, language, settings, scheduler }: Base,
  parts: Services,
): SnapshotPublisher {
  const { secrets, connections, allOrders: orders, poller, exports, snoozes, alertPause, updates } = parts;
  const { receiverView, receiverLog, inbox, presets, copies, endpoints } = parts;
  const withSnooze = (order: OrderRow): OrderRow => {
    const snooze = snoozes.of(order);
    return snooze === null ? order : { ...order, snooze };
  };
  const publisher = new SnapshotPublisher(
    {
      orders: () => orders.list().map(withSnooze),
      order: (id) => {
        const order = orders.get(id);
        return order === null ? null : withSnooze(order);
      },
      parts: {
        connections: () => connections.list(),
        settings: () => settings.get(),
        keychain: () => secrets.monitor.view(),
        online: () => desktop.connectivity.online(),
        polling: () => poller.polling(),
        exportJob: () => exports.view(),
        presets: () => presets.list(),
        copies: () => copies.list(),
        endpoints: () => endpoints.views(),
        update: () => updates.view(),
        alertsPausedSince: () => alertPause.since(),
        receiver: receiverView,
        inbox: () => inbox.list(),
        receiverLog: () => receiverLog.list(),
      },
      app: () => ({ version: desktop.version, locale: language.locale, platform: desktop.platform }),
    },
    scheduler,
    { isOpen: () => desktop.window.isOpen(), send: (delta) => desktop.window.send('app:delta', delta) },
  );
  lifetime.stop(publisher);
  return publisher;
}

/** Answers the calls of the window. */
export function answerCalls(
  { desktop, lifetime, settings, clock, logger }: Base,
  parts: Services,
  publisher: SnapshotPublisher,
): void {
  const calls = registerCalls(
    desktop.calls,
    createCallHandlers({
      ...parts,
      orders: parts.allOrders,
      publisher,
      clock,
      pageClipboard: new PageClipboard({
        isWindowFocused: () => desktop.window.isFocused(),
        copyText: (text) => desktop.copyText(text),
        copySecret: (text) => desktop.copySecret(text),
        exportJob: () => parts.exports.view(),
        copies: () => parts.copies.list(),
      }),
      keychain: {
        retry: () => parts.secrets.monitor.retry(keychainAccounts(parts)),
        setMemoryConsent: (consent) => {
          parts.secrets.monitor.setMemoryConsent(consent);
          // What it shows from now on is what the next delivery would meet.
          if (consent && parts.vault.state().kind === 'unavailable') void parts.vault.open();
        },
      },
      settings,
      showLog: () => desktop.showInFolder(desktop.logFile),
      licences: () => desktop.licences(),
      openLink: (name) => desktop.openExternal(LINKS[name]),
      copyText: (text) => desktop.copyText(text),
    }),
    { origin: desktop.origin, logger },
  );
  lifetime.stop(calls);
}
