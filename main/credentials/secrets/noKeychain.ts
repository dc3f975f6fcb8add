import { NO_KEYCHAIN } from '#shared/domain/keychain.ts';
import { err } from '#shared/result.ts';
import type { SecretStore } from './keychain.ts';
import { unavailable } from './keychainErrors.ts';

const none = async () => err(unavailable(NO_KEYCHAIN));

/** In place of a keychain where the program has none: every call fails. */
export const noKeychain: SecretStore = {
  backend: NO_KEYCHAIN,
  maxSecretBytes: null,
  waits: null,
  get: none,
  set: none,
  delete: none,
  unlock: none,
};
