import type { KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/**
 * Small secrets by account name in the keychain of the operating system. Every call is bounded in time, and none but
 * `unlock` shows or waits for a prompt of the desktop where that can be told beforehand (Linux).
 */
export interface SecretStore {
  /** What the platform calls its keychain, for people. */
  readonly backend: string;
  /** The longest secret that an entry holds, in bytes of UTF-8; `null` where the platform sets no limit. */
  readonly maxSecretBytes: number | null;
  /** The secret, or `null` when there is surely none: a locked keychain is an error, never `null`. */
  get(account: string): Promise<Result<string | null, KeychainError>>;
  set(account: string, secret: string): Promise<Result<null, KeychainError>>;
  /** Removes an entry; one that is not there is no error. */
  delete(account: string): Promise<Result<null, KeychainError>>;
  /** Lets the desktop ask the person to unlock the keychain, and waits up to two minutes for the answer. */
  unlock(): Promise<Result<null, KeychainError>>;
}
