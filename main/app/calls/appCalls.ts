import type { LinkName } from '#shared/ipc/answers.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import { repositoryUrl } from '#shared/repository.ts';
import type { Base } from '../base.ts';
import { keychainAccounts } from '../secretModule.ts';
import type { Services } from '../services.ts';
import type { CallLimits } from './callLimits.ts';

/** The pages that the app opens in the system's browser. */
const LINKS: Readonly<Record<LinkName, string>> = {
  keychainHelp: 'https://wiki.archlinux.org/title/GNOME/Keyring',
  releases: `${repositoryUrl}/releases`,
};

/** Handlers of the calls about the app itself, the keychain and the vault. */
export function appCalls({ desktop }: Base, services: Services, { opening }: CallLimits) {
  const { secrets, vault } = services;
  return {
    'app:openLink': (name) => opening(() => desktop.openExternal(LINKS[name])),
    'app:showLog': () => opening(() => desktop.showInFolder(desktop.logFile)),
    'app:licences': () => desktop.licences(),
    // Without the focus a page under attack could end the alerts unseen.
    'app:quit': () => {
      if (desktop.window.isFocused()) desktop.quit();
    },
    'keychain:retry': () => secrets.retry(keychainAccounts(services)),
    'keychain:stopWaiting': () => secrets.stopWaiting(),
    'keychain:setMemoryConsent': (consent) => {
      secrets.setMemoryConsent(consent);
      // Opened at once, so that the state shown is the one that the next delivery meets.
      if (consent && vault.state().kind === 'unavailable') void vault.open();
    },
    'vault:retry': () => vault.retry(),
    'vault:startOver': () => vault.startOver(),
  } satisfies Partial<CallHandlers>;
}
