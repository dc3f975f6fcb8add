import type { KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { AccountSecrets } from '../secrets/accountSecrets.ts';
import type { Sealed, VaultRepository } from './vault.ts';
import { makeCheck, opensCheck } from './vaultCheck.ts';
import { type RandomBytes, VaultCipher } from './vaultCipher.ts';
import { makeVaultKey, readVaultKey, vaultAccount } from './vaultKey.ts';
import type { AskedPhase } from './vaultPhase.ts';

/** The part of the keychain that the vault uses. */
export interface KeySecrets extends Pick<AccountSecrets, 'onDidChange' | 'delete' | 'state'> {
  /** Asks whenever the secret is not held. @param evenIfDenied also when a person said no before */
  getAgain(account: string, evenIfDenied: boolean): Promise<Result<string | null, KeychainError>>;
  /** Stores what `make` gives where the keychain surely has none; by consent it is in memory alone while it cannot say. */
  getOrMake(account: string, make: () => string): Promise<Result<string, KeychainError>>;
}

/**
 * Finds the vault key, and the check that tells whether it is the right one. A key is made only when nothing was ever
 * sealed; its check is written after the keychain gave the key back, so that a stop in between leaves a key that the
 * next start takes over.
 */
export class VaultKeyring {
  readonly #repository: VaultRepository;
  readonly #secrets: KeySecrets;
  readonly #randomBytes: RandomBytes;
  /** Of the key in the keychain. */
  readonly account: string;
  #check: Sealed | null;
  #hasKeys: boolean;
  #isClosed = false;

  /** Throws when the database cannot be read. */
  constructor(repository: VaultRepository, secrets: KeySecrets, randomBytes: RandomBytes) {
    this.#repository = repository;
    this.#secrets = secrets;
    this.#randomBytes = randomBytes;
    this.account = vaultAccount(repository.id());
    this.#check = repository.check();
    this.#hasKeys = repository.countKeys() > 0;
  }

  /** Whether anything on disk needs the key that it was sealed under. */
  hasOldData(): boolean {
    return this.#check !== null || this.#hasKeys;
  }

  /** Forgets everything that was sealed. Error: `storage`; nothing was forgotten then. */
  forgetAll(): Result<null> {
    const forgotten = this.#repository.forgetAll();
    if (!forgotten.ok) return forgotten;
    this.#check = null;
    this.#hasKeys = false;
    return forgotten;
  }

  /** Asks for the key, or makes it. @param evenIfDenied also when a person said no before */
  async look(evenIfDenied: boolean): Promise<AskedPhase> {
    const found = await this.#find(evenIfDenied);
    // The database may be closed by now.
    if (this.#isClosed) return { kind: 'unavailable', error: { kind: 'cancelled' } };
    if (!found.ok) return { kind: 'unavailable', error: found.error };
    if (found.value === null) return { kind: 'keyMissing' };
    const key = readVaultKey(found.value);
    if (key === null) return { kind: 'keyWrong' };
    const isLasting = this.#secrets.state(this.account).kind !== 'memory';
    const cipher = new VaultCipher(key, isLasting, this.#randomBytes);
    if (this.#check !== null && !opensCheck(cipher, this.#check)) {
      cipher.dispose();
      return { kind: 'keyWrong' };
    }
    const saved = this.#check === null && isLasting ? this.#saveCheck(cipher) : null;
    if (saved === null || saved.ok) return { kind: 'open', cipher };
    cipher.dispose();
    return { kind: 'unavailable', error: saved.error };
  }

  /** Nothing is read or written any more. */
  close(): void {
    this.#isClosed = true;
  }

  async #find(evenIfDenied: boolean): Promise<Result<string | null, KeychainError>> {
    if (this.hasOldData()) return await this.#secrets.getAgain(this.account, evenIfDenied);
    if (evenIfDenied) await this.#secrets.getAgain(this.account, true);
    return await this.#secrets.getOrMake(this.account, () => makeVaultKey(this.#randomBytes));
  }

  #saveCheck(cipher: VaultCipher): Result<null> {
    const check = makeCheck(cipher);
    const saved = this.#repository.saveCheck(check);
    if (saved.ok) this.#check = check;
    return saved;
  }
}
