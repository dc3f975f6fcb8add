import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Tokens in memory, with failures that a test sets. */
export class FakeTokenStore implements SecretsById {
  readonly tokens = new Map<string, string>();
  readonly #changed = new Emitter<string>('fakeTokenStore.changed');
  readonly onDidChange = this.#changed.event;
  /** The error of every call, or `null`. */
  failure: AppError | null = null;

  async get(connectionId: string): Promise<Result<string>> {
    await Promise.resolve();
    if (this.failure !== null) return err(this.failure);
    const token = this.tokens.get(connectionId);
    return token === undefined ? err({ kind: 'tokenMissing' }) : ok(token);
  }

  async set(connectionId: string, token: string): Promise<Result<null>> {
    return await this.#change(connectionId, () => this.tokens.set(connectionId, token));
  }

  async delete(connectionId: string): Promise<Result<null>> {
    return await this.#change(connectionId, () => this.tokens.delete(connectionId));
  }

  async replace(connectionId: string, former: string, token: string): Promise<Result<null>> {
    if (this.tokens.get(connectionId) === former) this.tokens.set(connectionId, token);
    return ok(null);
  }

  known(connectionId: string): string | null {
    return this.tokens.get(connectionId) ?? null;
  }

  /** The token alone, without what it is bound to. */
  tokenOf(connectionId: string): string | undefined {
    return this.tokens.get(connectionId)?.split(' ').at(-1);
  }

  state(connectionId: string): TokenState {
    return { kind: this.tokens.has(connectionId) ? 'keychain' : 'absent' };
  }

  async #change(connectionId: string, change: () => void): Promise<Result<null>> {
    await Promise.resolve();
    if (this.failure !== null) return err(this.failure);
    change();
    this.#changed.fire(connectionId);
    return ok(null);
  }
}
