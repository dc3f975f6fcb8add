import { randomBytes } from 'node:crypto';
import type { SecretService } from '#main/credentials/secrets/dbusSecretService.ts';
import { Keychain, keychainPlatform, type SecretStore } from '#main/credentials/secrets/keychain.ts';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { KeytarClient } from '#main/credentials/secrets/keytarClient.ts';
import { noKeychain } from '#main/credentials/secrets/noKeychain.ts';
import { PersonalCalls } from '#main/credentials/secrets/personalCalls.ts';
import {
  signingAccount,
  tokenAccount,
  tokensIn,
  webhookAccount,
} from '#main/credentials/secrets/secretsById.ts';
import { KeychainVault } from '#main/credentials/vault/keychainVault.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { createVaultRepository } from '#main/storage/vaultRepository.ts';
import type { Base } from './base.ts';

export type SecretModule = ReturnType<typeof createSecretModule>;

export function createSecretModule({ desktop, lifetime, scheduler, environment }: Base) {
  const store = createStore();
  const secrets = new KeychainSecrets(store);
  return { secrets, tokens: new ConnectionTokens(tokensIn(secrets)), keychainName: store.backend };

  function createStore(): SecretStore {
    if (desktop.secretProcess === null) return noKeychain;
    const platform = keychainPlatform(desktop.platform);
    const keytar = new KeytarClient(desktop.secretProcess, scheduler, platform.notLoadedDetail);
    lifetime.close(keytar);
    const secretService = desktop.platform === 'linux' ? secretServiceOf(environment, scheduler) : null;
    const waits = desktop.isAttended ? new PersonalCalls(scheduler) : null;
    return new Keychain(platform, keytar, secretService, waits);
  }
}

/** The Secret Service of the session. Its program is loaded when it is first asked: no row waits for it. */
function secretServiceOf(environment: NodeJS.ProcessEnv, scheduler: Scheduler): SecretService {
  let asked: Promise<SecretService> | null = null;
  const load = async () => {
    const { DbusSecretService } = await import('#main/credentials/secrets/dbusSecretService.ts');
    return new DbusSecretService(environment, scheduler);
  };
  const service = () => (asked ??= load());
  return {
    isLocked: async () => await (await service()).isLocked(),
    withholds: async (account) => await (await service()).withholds(account),
    unlock: async (limitMs, signal) => await (await service()).unlock(limitMs, signal),
  };
}

/** @param memoryKeys the number of keys that are only in memory; called when the state is read */
export function createVault(
  { lifetime, language, askConsent, database, clock, scheduler }: Base,
  { secrets }: SecretModule,
  memoryKeys: () => number,
): KeychainVault {
  const vault = new KeychainVault({
    repository: createVaultRepository(database),
    secrets,
    clock,
    scheduler,
    randomBytes,
    memoryKeys,
    confirmStartOver: async (keys) =>
      askConsent((await import('#main/credentials/vault/questions.ts')).startOverQuestion(language.t, keys)),
  });
  lifetime.close(vault);
  return vault;
}

/** The keychain accounts that the app uses: tokens of connections, signing secrets of hooks and of channels for alerts, the vault's key. */
export function keychainAccounts(owners: {
  readonly connections: { list(): readonly { readonly id: string }[] };
  readonly hooks: { secretIds(): readonly string[] };
  readonly alertChannels: { secretIds(): readonly string[] };
  readonly vault: Pick<KeychainVault, 'accounts'>;
}): readonly string[] {
  return [
    ...owners.connections.list().map(({ id }) => tokenAccount(id)),
    ...owners.hooks.secretIds().map(signingAccount),
    ...owners.alertChannels.secretIds().map(webhookAccount),
    ...owners.vault.accounts(),
  ];
}
