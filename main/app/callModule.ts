import { PageClipboard } from '#main/deployment/clipboard/pageClipboard.ts';
import { createCallHandlers, type LaterCall } from '#main/ipc/callHandlers.ts';
import { registerCalls } from '#main/ipc/registerCalls.ts';
import type { LinkName } from '#shared/ipc/answers.ts';
import { calls } from '#shared/ipc/contract.ts';
import type { Base } from './base.ts';
import { createCallServices } from './callServices.ts';
import { keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';

/** The pages that the app opens in the system's browser. */
const LINKS: Readonly<Record<LinkName, string>> = {
  keychainHelp: 'https://wiki.archlinux.org/title/GNOME/Keyring',
};

/** Registers the handlers of all calls of the window but those of `answerFirstCalls`. */
export function answerCalls(base: Base, services: Services): void {
  const { desktop, lifetime, settings, windowView, clock, logger } = base;
  const registered = registerCalls<LaterCall>(
    desktop.calls,
    calls,
    createCallHandlers({
      ...services,
      ...createCallServices(base, services),
      clock,
      pageClipboard: new PageClipboard({
        isWindowFocused: () => desktop.window.isFocused(),
        copyText: (text) => desktop.copyText(text),
        copySecret: (text) => desktop.copySecret(text),
        readPublicText: () => desktop.readPublicText(),
        knownRids: () =>
          services.orderDirectory
            .list()
            .flatMap(({ source }) => (source.kind === 'pull' ? [source.rid] : [])),
        clock,
        exportJob: () => services.exports.view(),
        copies: () => services.copies.list(),
      }),
      keychain: {
        retry: () => services.secrets.retry(keychainAccounts(services)),
        setMemoryConsent: (consent) => {
          services.secrets.setMemoryConsent(consent);
          // Opened at once, so that the state shown is the one that the next delivery meets.
          if (consent && services.vault.state().kind === 'unavailable') void services.vault.open();
        },
      },
      settings,
      windowView,
      quickShortcut: desktop.quickShortcut,
      showLog: () => desktop.showInFolder(desktop.logFile),
      licences: () => desktop.licences(),
      openLink: (name) => desktop.openExternal(LINKS[name]),
      openExplanation: (orderId) => {
        const url = services.orderDirectory.get(orderId)?.authority?.replacement?.explanationUrl ?? null;
        if (url !== null) desktop.openExternal(url);
      },
      copyText: (text) => desktop.copyText(text),
    }),
    { origin: desktop.origin, logger },
  );
  lifetime.stop(registered);
}
