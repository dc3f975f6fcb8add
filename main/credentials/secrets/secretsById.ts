import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { KeychainSecrets } from './keychainSecrets.ts';

/** Secrets of one kind by id: access tokens by connection, signing secrets by their own id. */
export interface SecretsById {
  readonly onDidChange: Event<string>;
  /** Errors: `tokenMissing` or `secretMissing`; the keychain's when it could not be read. */
  get(id: string): Promise<Result<string>>;
  /** Errors: `invalidInput` for a secret that is too long, the keychain's. */
  set(id: string, secret: string): Promise<Result<null>>;
  /** Replaces a secret that is in the keychain, unless it changed meanwhile. Error: the keychain's. */
  replace(id: string, former: string, secret: string): Promise<Result<null>>;
  /** Error: the keychain's. */
  delete(id: string): Promise<Result<null>>;
  /** State as last seen, without a call to the keychain. */
  state(id: string): TokenState;
  /** The secret, if it was read in this session; no call to the keychain. */
  known(id: string): string | null;
}

export function tokenAccount(connectionId: string): string {
  return `token:${connectionId}`;
}

export function signingAccount(secretId: string): string {
  return `signing:${secretId}`;
}

export function webhookAccount(secretId: string): string {
  return `webhook:${secretId}`;
}

export function tokensIn(secrets: KeychainSecrets): SecretsById {
  return secretsById(secrets, tokenAccount, 'token', { kind: 'tokenMissing' });
}

export function signingSecretsIn(secrets: KeychainSecrets): SecretsById {
  return secretsById(secrets, signingAccount, 'secret', { kind: 'secretMissing' });
}

/** The secret by which the webhook for alerts signs. */
export function webhookSecretsIn(secrets: KeychainSecrets): SecretsById {
  return secretsById(secrets, webhookAccount, 'secret', { kind: 'secretMissing' });
}

function secretsById(
  secrets: KeychainSecrets,
  accountOf: (id: string) => string,
  field: 'token' | 'secret',
  missing: AppError,
): SecretsById {
  const prefix = accountOf('');
  return {
    onDidChange: (listener) =>
      secrets.onDidChange(({ account }) => {
        if (account.startsWith(prefix)) listener(account.slice(prefix.length));
      }),
    get: async (id) => {
      const found = await secrets.get(accountOf(id));
      if (!found.ok) return found;
      return found.value === null ? err(missing) : ok(found.value);
    },
    set: async (id, secret) =>
      secrets.fits(secret)
        ? await secrets.set(accountOf(id), secret)
        : err({ kind: 'invalidInput', field, reason: 'tooLong' }),
    replace: (id, former, secret) => secrets.replace(accountOf(id), former, secret),
    delete: (id) => secrets.delete(accountOf(id)),
    state: (id) => secrets.state(accountOf(id)),
    known: (id) => secrets.known(accountOf(id)),
  };
}
