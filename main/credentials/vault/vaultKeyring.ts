import type { VaultState } from '#shared/domain/receiver.ts';
import type { AppError, KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { KeychainSecrets } from '../secrets/keychainSecrets.ts';
import type { OpenVault, Sealed, SealedAbout, VaultRepository } from './vault.ts';
import { type RandomBytes, VAULT_KEY_BYTES, VaultCipher } from './vaultCipher.ts';

/** The part of the keychain that the vault uses. */
export type KeySecrets = Pick<KeychainSecrets, 'onDidChange' | 'delete' | 'state' | 'getAgain' | 'getOrMake'>;

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

/** Known to everybody; only the vault key makes what is stored of it, or opens it. */
const KNOWN_TEXT = Buffer.from('NotAfter vault');

const about: SealedAbout = { purpose: 'vaultCheck', subject: '', fingerprint256: '' };

/** Seals the known text, for a later session to tell by it whether it has the same key. */
function makeCheck(vault: OpenVault): Sealed {
  return vault.seal(KNOWN_TEXT, about);
}

/** Whether a vault has the key that a check was made with. */
function opensCheck(vault: OpenVault, check: Sealed): boolean {
  const opened = vault.unseal(check, about);
  return opened.ok && opened.value.equals(KNOWN_TEXT);
}

/** The account of a vault's key in the keychain: another profile of the same person has a vault of its own. */
export function vaultAccount(vaultId: string): string {
  return `vault:${vaultId}`;
}

/** Makes a vault key as it is kept in the keychain: Base64 of 32 random bytes. */
export function makeVaultKey(randomBytes: RandomBytes): string {
  const key = Buffer.from(randomBytes(VAULT_KEY_BYTES));
  const text = key.toString('base64');
  key.fill(0);
  return text;
}

/** Reads a vault key from the keychain; `null` for anything that `makeVaultKey` would not have made. */
export function readVaultKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  if (key.byteLength === VAULT_KEY_BYTES && key.toString('base64') === text) return key;
  key.fill(0);
  return null;
}

/** What is known of the vault key. */
export type VaultPhase =
  /** Nobody asked for it so far. */
  { readonly kind: 'unread' } | AskedPhase;

/** What asking for the vault key came to. */
type AskedPhase = { readonly kind: 'open'; readonly cipher: VaultCipher } | ShutPhase;

type ShutPhase =
  | { readonly kind: 'unavailable'; readonly error: AppError }
  | { readonly kind: 'keyMissing' }
  | { readonly kind: 'keyWrong' };

/** Why a shut vault cannot be used. */
export function errorOf(phase: ShutPhase): AppError {
  if (phase.kind === 'unavailable') return phase.error;
  return { kind: 'vaultKey', reason: phase.kind === 'keyMissing' ? 'missing' : 'wrong' };
}

/**
 * The vault as the window shows it.
 * @param hasOldData whether anything on disk needs the key
 * @param keys how many keys there are
 */
export function stateOf(phase: VaultPhase, hasOldData: boolean, keys: number): VaultState {
  switch (phase.kind) {
    case 'unread':
      // Nobody is told that the key is missing while the keychain is still being asked.
      return hasOldData ? { kind: 'ready', keys } : { kind: 'empty' };
    case 'open':
      return { kind: phase.cipher.isLasting ? 'ready' : 'memoryOnly', keys };
    case 'unavailable':
      return { kind: phase.kind, error: phase.error, keys };
    default:
      return { kind: phase.kind, keys };
  }
}
