import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Connection } from './connection.ts';
import { serviceDigest, serviceOf } from './sameService.ts';

type Owner = Pick<Connection, 'id' | 'baseUrl' | 'ca'>;

/**
 * The access tokens of connections. Each is kept together with the service that the user entered it for, and is given
 * for that service alone, whatever the database says later.
 */
export class ConnectionTokens {
  readonly #secrets: SecretsById;

  /** Fires with the id of a connection. */
  readonly onDidChange: Event<string>;

  constructor(secrets: SecretsById) {
    this.#secrets = secrets;
    this.onDidChange = secrets.onDidChange;
  }

  /** Errors: `tokenMissing`, also for a token of another service; the keychain's. */
  async get(connection: Owner): Promise<Result<string>> {
    const kept = await this.#secrets.get(connection.id);
    if (!kept.ok) return kept;
    const { value: text } = kept;
    if (!isBound(text)) {
      // Of 0.3.0, which removed the token whenever the origin changed. A failure is of no matter: it stays as it was.
      await this.#secrets.replace(connection.id, text, boundToken(connection, text));
      return ok(text);
    }
    const token = tokenFor(connection, text);
    return token === null ? err({ kind: 'tokenMissing' }) : ok(token);
  }

  /** The token, if it was read in this session; no call to the keychain. */
  known(connection: Owner): string | null {
    const kept = this.#secrets.known(connection.id);
    return kept === null || !isBound(kept) ? kept : tokenFor(connection, kept);
  }

  /** Keeps a token that the user entered for the service of this connection. Errors as `SecretsById.set`. */
  set(connection: Owner, token: string): Promise<Result<null>> {
    return this.#secrets.set(connection.id, boundToken(connection, token));
  }

  /** Error: the keychain's. */
  delete(id: string): Promise<Result<null>> {
    return this.#secrets.delete(id);
  }

  /** State as last seen, without a call to the keychain. A token of another service is `absent`. */
  state(connection: Owner): TokenState {
    const known = this.#secrets.known(connection.id);
    const isOfOther = known !== null && isBound(known) && tokenFor(connection, known) === null;
    return isOfOther ? { kind: 'absent' } : this.#secrets.state(connection.id);
  }
}

/** A token as it is kept: with what it is bound to. A token has no space. */
export function boundToken(connection: Owner, token: string): string {
  return `${prefixOf(connection)}${token}`;
}

/** The token in a kept text; `null`: it is bound to another service. */
function tokenFor(connection: Owner, text: string): string | null {
  const prefix = prefixOf(connection);
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}

function prefixOf(connection: Owner): string {
  return `${serviceDigest(serviceOf(connection))} `;
}

function isBound(text: string): boolean {
  return text.includes(' ');
}
