import type { VaultState } from '#shared/domain/receiver.ts';
import type { AppError, KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { KeychainSecrets } from '../secrets/keychainSecrets.ts';
import {
  type RandomBytes,
  type Sealed,
  type SealedAbout,
  VAULT_KEY_BYTES,
  VaultCipher,
  type VaultRepository,
} from './vault.ts';

export type KeySecrets = Pick<KeychainSecrets, 'onDidChange' | 'delete' | 'state' | 'getAgain' | 'getOrMake'>;

/**
 * Reads and checks the vault key. It is created only if nothing was ever sealed. Its check is written after the
 * keychain returned it, so that after a crash in between the same key is used.
 */
export class VaultKeyring {
  readonly #repository: VaultRepository;
  readonly #secrets: KeySecrets;
  readonly #randomBytes: RandomBytes;
  /** The key's account in the keychain. */
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

  hasOldData(): boolean {
    return this.#check !== null || this.#hasKeys;
  }

  /** Deletes all sealed keys. Error: `storage`; nothing was deleted then. */
  forgetAll(): Result<null> {
    const forgotten = this.#repository.forgetAll();
    if (!forgotten.ok) return forgotten;
    this.#check = null;
    this.#hasKeys = false;
    return forgotten;
  }

  /** @param evenIfDenied also after the user refused */
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
    const opened = this.#check === null ? null : cipher.unseal(this.#check, about);
    if (opened !== null && !(opened.ok && opened.value.equals(KNOWN_TEXT))) {
      cipher.dispose();
      return { kind: 'keyWrong' };
    }
    const saved = this.#check === null && isLasting ? this.#saveCheck(cipher) : null;
    if (saved === null || saved.ok) return { kind: 'open', cipher };
    cipher.dispose();
    return { kind: 'unavailable', error: saved.error };
  }

  close(): void {
    this.#isClosed = true;
  }

  async #find(evenIfDenied: boolean): Promise<Result<string | null, KeychainError>> {
    if (this.hasOldData()) return await this.#secrets.getAgain(this.account, evenIfDenied);
    if (evenIfDenied) await this.#secrets.getAgain(this.account, true);
    return await this.#secrets.getOrMake(this.account, () => makeVaultKey(this.#randomBytes));
  }

  #saveCheck(cipher: VaultCipher): Result<null> {
    const check = cipher.seal(KNOWN_TEXT, about);
    const saved = this.#repository.saveCheck(check);
    if (saved.ok) this.#check = check;
    return saved;
  }
}

/** Public text; only the vault key can produce or open its sealed form. */
const KNOWN_TEXT = Buffer.from('NotAfter vault');

const about: SealedAbout = { purpose: 'vaultCheck', subject: '', fingerprint256: '' };

/** The key's account in the keychain. Each profile has its own vault. */
export function vaultAccount(vaultId: string): string {
  return `vault:${vaultId}`;
}

/** Creates a vault key: Base64 of 32 random bytes. */
export function makeVaultKey(randomBytes: RandomBytes): string {
  const key = Buffer.from(randomBytes(VAULT_KEY_BYTES));
  const text = key.toString('base64');
  key.fill(0);
  return text;
}

/** Decodes a vault key; `null` if it has another form. */
export function readVaultKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  if (key.byteLength === VAULT_KEY_BYTES && key.toString('base64') === text) return key;
  key.fill(0);
  return null;
}

export type VaultPhase = { readonly kind: 'unread' } | AskedPhase;

type AskedPhase = { readonly kind: 'open'; readonly cipher: VaultCipher } | ShutPhase;

type ShutPhase =
  | { readonly kind: 'unavailable'; readonly error: AppError }
  | { readonly kind: 'keyMissing' }
  | { readonly kind: 'keyWrong' };

export function errorOf(phase: ShutPhase): AppError {
  if (phase.kind === 'unavailable') return phase.error;
  return { kind: 'vaultKey', reason: phase.kind === 'keyMissing' ? 'missing' : 'wrong' };
}

export function stateOf(phase: VaultPhase, hasOldData: boolean, keys: number): VaultState {
  switch (phase.kind) {
    case 'unread':
      // While the keychain is being read, the key is not reported as missing.
      return hasOldData ? { kind: 'ready', keys } : { kind: 'empty' };
    case 'open':
      return { kind: phase.cipher.isLasting ? 'ready' : 'memoryOnly', keys };
    case 'unavailable':
      return { kind: phase.kind, error: phase.error, keys };
    default:
      return { kind: phase.kind, keys };
  }
}
