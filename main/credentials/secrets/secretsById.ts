import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import type { AccountSecrets } from './accountSecrets.ts';
import type { SigningSecretStore } from './signingSecretStore.ts';
import type { TokenStore } from './tokenStore.ts';

/** The account of a connection's access token. */
export function tokenAccount(connectionId: string): string {
  return `token:${connectionId}`;
}

/** The account of a signing secret. */
export function signingAccount(secretId: string): string {
  return `signing:${secretId}`;
}

/** The access tokens among the secrets of the app. */
export function tokensIn(secrets: AccountSecrets): TokenStore {
  const own = secretsById(secrets, {
    accountOf: tokenAccount,
    missing: { kind: 'tokenMissing' },
    tooLong: { kind: 'invalidInput', field: 'token', reason: 'tooLong' },
  });
  return { ...own, onDidChange: (listener) => own.onDidChange((connectionId) => listener({ connectionId })) };
}

/** The signing secrets of hooks among the secrets of the app. */
export function signingSecretsIn(secrets: AccountSecrets): SigningSecretStore {
  const own = secretsById(secrets, {
    accountOf: signingAccount,
    missing: { kind: 'secretMissing' },
    tooLong: { kind: 'invalidInput', field: 'secret', reason: 'tooLong' },
  });
  return { ...own, onDidChange: (listener) => own.onDidChange((secretId) => listener({ secretId })) };
}

interface SecretKind {
  readonly accountOf: (id: string) => string;
  /** The error for a secret that is not there. */
  readonly missing: AppError;
  /** The error for a secret that the platform cannot hold. */
  readonly tooLong: AppError;
}

interface SecretsById {
  readonly onDidChange: Event<string>;
  readonly get: (id: string) => Promise<Result<string>>;
  readonly set: (id: string, secret: string) => Promise<Result<null>>;
  readonly delete: (id: string) => Promise<Result<null>>;
  readonly state: (id: string) => TokenState;
}

function secretsById(secrets: AccountSecrets, { accountOf, missing, tooLong }: SecretKind): SecretsById {
  const prefix = accountOf('');
  return {
    onDidChange: (listener) =>
      secrets.onDidChange(({ account }) => {
        if (account.startsWith(prefix)) listener(account.slice(prefix.length));
      }),
    get: async (id) => {
      const found = await secrets.get(accountOf(id));
      if (!found.ok) return found;
      return found.value === null ? err(missing) : { ok: true, value: found.value };
    },
    set: async (id, secret) =>
      secrets.fits(secret) ? await secrets.set(accountOf(id), secret) : err(tooLong),
    delete: (id) => secrets.delete(accountOf(id)),
    state: (id) => secrets.state(accountOf(id)),
  };
}
