import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { Result } from '#shared/result.ts';

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
