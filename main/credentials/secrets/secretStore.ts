import type { KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/**
 * Secrets by account name in the system's keychain. Every call has a timeout. Only `unlock` shows a prompt, as far as
 * that can be known in advance (Linux).
 */
export interface SecretStore {
  /** The platform's name for its keychain. */
  readonly backend: string;
  /** Maximum length of a secret in UTF-8 bytes; `null`: no limit. */
  readonly maxSecretBytes: number | null;
  /** Returns the secret; `null`: it certainly does not exist. A locked keychain is an error, never `null`. */
  get(account: string): Promise<Result<string | null, KeychainError>>;
  set(account: string, secret: string): Promise<Result<null, KeychainError>>;
  /** Removes an entry; a missing one is no error. */
  delete(account: string): Promise<Result<null, KeychainError>>;
  /** Shows the desktop's prompt to unlock the keychain, and waits up to two minutes. */
  unlock(): Promise<Result<null, KeychainError>>;
}
