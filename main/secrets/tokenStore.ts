import type { TokenState } from '#shared/domain/connection.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { Result } from '#shared/result.ts';
import type { Event } from '../lib/emitter.ts';

/** Access tokens by connection id: in the OS keychain, or by consent in memory for this session. Never elsewhere. */
export interface TokenStore {
  readonly onDidChange: Event<{ readonly connectionId: string }>;
  /** `tokenMissing` when there is none; `keychain…` kinds when it could not be asked. */
  get(connectionId: string): Promise<Result<string>>;
  set(connectionId: string, token: string): Promise<Result<null>>;
  delete(connectionId: string): Promise<Result<null>>;
  /** What is known without asking the keychain. */
  state(connectionId: string): TokenState;
}

/** The keychain as a whole, for the window. */
export interface KeychainMonitor {
  readonly onDidChange: Event<KeychainView>;
  view(): KeychainView;
  /** Asks the keychain anew, for instance after the person unlocked it, and reads the tokens of these connections again. */
  retry(connectionIds: readonly string[]): Promise<void>;
  setMemoryConsent(consent: boolean): void;
}
