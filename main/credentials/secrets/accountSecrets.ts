import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** Secrets by account name: in the OS keychain, or by consent in memory for this session. Never elsewhere. */
export interface AccountSecrets {
  readonly onDidChange: Event<{ readonly account: string }>;
  /** Whether the keychain of this platform can hold a secret of this length. */
  fits(secret: string): boolean;
  /** The secret, or `null` when there is surely none. */
  get(account: string): Promise<Result<string | null, KeychainError>>;
  /** Success means that the keychain gave the very same secret back, or that it is in memory by consent. */
  set(account: string, secret: string): Promise<Result<null, KeychainError>>;
  delete(account: string): Promise<Result<null, KeychainError>>;
  /** What is known without asking the keychain. */
  state(account: string): TokenState;
}

/** The keychain as a whole, for the window. */
export interface KeychainMonitor {
  readonly onDidChange: Event<KeychainView>;
  view(): KeychainView;
  /** Asks the keychain anew, for instance after the person unlocked it, and reads the secrets of these accounts again. */
  retry(accounts: readonly string[]): Promise<void>;
  setMemoryConsent(consent: boolean): void;
}
