import type { Disposable } from '../lib/disposable.ts';
import { Keychain, keychainPlatform } from '../secrets/keychain.ts';
import { KeychainTokenStore } from '../secrets/keychainTokenStore.ts';
import { KeytarClient } from '../secrets/keytarClient.ts';
import { DbusSecretService } from '../secrets/secretService.ts';
import type { Base } from './base.ts';

export interface SecretParts {
  readonly tokens: KeychainTokenStore;
  /** What this system's keychain is called. */
  readonly keychainName: string;
  /** The process that talks to the keychain. */
  readonly keychainProcess: Disposable;
}

/** Builds what keeps the tokens. */
export function composeSecrets({ desktop, scheduler, environment }: Base): SecretParts {
  const platform = keychainPlatform(desktop.platform);
  const keytar = new KeytarClient(desktop.secretProcess, scheduler, platform.notLoadedDetail);
  const secretService = desktop.platform === 'linux' ? new DbusSecretService(environment, scheduler) : null;
  return {
    tokens: new KeychainTokenStore(new Keychain(platform, keytar, secretService)),
    keychainName: platform.backend,
    keychainProcess: keytar,
  };
}
