import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { Result } from '#shared/result.ts';

/** Signing secrets of hooks by their own id: kept as access tokens are. */
export interface SigningSecretStore {
  readonly onDidChange: Event<{ readonly secretId: string }>;
  /** `secretMissing` when there is none; `keychain…` kinds when it could not be asked. */
  get(secretId: string): Promise<Result<string>>;
  set(secretId: string, secret: string): Promise<Result<null>>;
  delete(secretId: string): Promise<Result<null>>;
  /** What is known without asking the keychain. */
  state(secretId: string): TokenState;
}
