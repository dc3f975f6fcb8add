import type { SecretStore } from '#main/credentials/secrets/keychain.ts';
import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A keychain in memory that a test can lock, break or empty. */
export class FakeSecretStore implements SecretStore {
  readonly backend = 'Fake Keychain';
  maxSecretBytes: number | null = null;
  waits: SecretStore['waits'] = null;
  readonly entries = new Map<string, string>();
  /** Every operation so far, as `get account`. */
  readonly log: string[] = [];
  /** The error of every call, or `null`. */
  failure: KeychainError | null = null;
  /** The error of `unlock`; success clears `failure`. */
  unlockFailure: KeychainError | null = null;
  /** Changes each value before it is stored. */
  spoil: (secret: string) => string = (secret) => secret;

  get(account: string): Promise<Result<string | null, KeychainError>> {
    return this.#perform(`get ${account}`, () => this.entries.get(account) ?? null);
  }

  set(account: string, secret: string): Promise<Result<null, KeychainError>> {
    return this.#perform(`set ${account}`, () => {
      this.entries.set(account, this.spoil(secret));
      return null;
    });
  }

  delete(account: string): Promise<Result<null, KeychainError>> {
    return this.#perform(`delete ${account}`, () => {
      this.entries.delete(account);
      return null;
    });
  }

  async unlock(): Promise<Result<null, KeychainError>> {
    this.log.push('unlock');
    if (this.unlockFailure !== null) return err(this.unlockFailure);
    this.failure = null;
    return ok(null);
  }

  async #perform<T>(entry: string, operation: () => T): Promise<Result<T, KeychainError>> {
    this.log.push(entry);
    await Promise.resolve();
    return this.failure === null ? ok(operation()) : err(this.failure);
  }
}
