import { randomBytes } from 'node:crypto';
import { startAnewQuestion } from '../consent/questions.ts';
import type { Disposable } from '../lib/disposable.ts';
import { Keychain, keychainPlatform } from '../secrets/keychain.ts';
import { KeychainSecrets } from '../secrets/keychainSecrets.ts';
import { KeytarClient } from '../secrets/keytarClient.ts';
import { DbusSecretService } from '../secrets/secretService.ts';
import { tokensIn } from '../secrets/secretsById.ts';
import type { TokenStore } from '../secrets/tokenStore.ts';
import { createVaultRepository } from '../storage/vaultRepository.ts';
import { KeychainVault } from '../vault/keychainVault.ts';
import type { Base } from './base.ts';

export interface SecretParts {
  /** Everything that the app keeps in the keychain. */
  readonly secrets: KeychainSecrets;
  readonly tokens: TokenStore;
  /** What this system's keychain is called. */
  readonly keychainName: string;
  /** The process that talks to the keychain. */
  readonly keychainProcess: Disposable;
}

/** Builds what keeps secrets. */
export function composeSecrets({ desktop, scheduler, environment }: Base): SecretParts {
  const platform = keychainPlatform(desktop.platform);
  const keytar = new KeytarClient(desktop.secretProcess, scheduler, platform.notLoadedDetail);
  const secretService = desktop.platform === 'linux' ? new DbusSecretService(environment, scheduler) : null;
  const secrets = new KeychainSecrets(new Keychain(platform, keytar, secretService));
  return { secrets, tokens: tokensIn(secrets), keychainName: platform.backend, keychainProcess: keytar };
}

/**
 * Builds the vault.
 * @param memoryKeys how many keys rest in memory alone; asked for when the state is shown, not before
 */
export function composeVault(
  { language, askConsent, database, clock, scheduler }: Base,
  { secrets }: SecretParts,
  memoryKeys: () => number,
): KeychainVault {
  return new KeychainVault({
    repository: createVaultRepository(database),
    secrets,
    clock,
    scheduler,
    randomBytes,
    memoryKeys,
    confirmStartAnew: (keys) => askConsent(startAnewQuestion(language.t, keys)),
  });
}
