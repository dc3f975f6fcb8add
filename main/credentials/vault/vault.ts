import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Event } from '#main/platform/emitter.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Data encrypted with AES-256-GCM. */
export interface Sealed {
  /** 12 random bytes. */
  readonly nonce: Uint8Array;
  /** Ends with the 16-byte tag. */
  readonly ciphertext: Uint8Array;
}

/** Associated data: what the sealed data is, so that it can be opened as nothing else. */
export interface SealedAbout {
  readonly purpose: 'deliveryKey' | 'vaultCheck';
  /** Id of the delivery, or empty. */
  readonly subject: string;
  /** SHA-256 fingerprint of the leaf, or empty. */
  readonly fingerprint256: string;
}

/** The vault while its key is available. */
export interface OpenVault {
  /** `false`: the key exists only until the app quits, so sealed data must not be stored. */
  readonly isLasting: boolean;
  seal(plain: Uint8Array, about: SealedAbout): Sealed;
  /** The caller overwrites the result. Error: `vaultKey` (`wrong`), also if the data was changed. */
  unseal(sealed: Sealed, about: SealedAbout): Result<Buffer>;
}

/** Encrypts private keys with a 32-byte key from the keychain. */
export interface Vault {
  readonly onDidChange: Event<void>;
  state(): VaultState;
  /** Reads the vault key; creates it only if nothing was ever sealed. Errors: the keychain's, `vaultKey`, `storage`. */
  open(): Promise<Result<OpenVault>>;
}

/** The stored part of the vault. */
export interface VaultRepository {
  /** The id of this database's vault. Throws if the database fails. */
  id(): string;
  /** The known text, sealed with the vault key; `null`: never written. Throws if the database fails. */
  check(): Sealed | null;
  /** Error of both: `storage`. */
  saveCheck(check: Sealed): Result<null>;
  forgetAll(): Result<null>;
  countKeys(): number;
}

/** Lengths for AES-256-GCM in bytes (NIST SP 800-38D, 5.2.1; RFC 5116, 5.2). */
export const VAULT_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';

export type RandomBytes = (size: number) => Uint8Array;

/** Encrypts and decrypts with one key until it is disposed. */
export class VaultCipher implements OpenVault {
  readonly isLasting: boolean;
  readonly #key: Buffer;
  readonly #randomBytes: RandomBytes;
  #isDisposed = false;

  /** @param key 32 bytes, owned and finally overwritten by the cipher */
  constructor(key: Buffer, isLasting: boolean, randomBytes: RandomBytes) {
    this.#key = key;
    this.isLasting = isLasting;
    this.#randomBytes = randomBytes;
  }

  seal(plain: Uint8Array, about: SealedAbout): Sealed {
    if (this.#isDisposed) throw new Error('the vault is closed');
    // Random nonces repeat with a probability of 2^-33 after 2^32 messages (SP 800-38D, 8.3), far more than occur here.
    const nonce = this.#randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(about));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return { nonce, ciphertext };
  }

  unseal({ nonce, ciphertext }: Sealed, about: SealedAbout): Result<Buffer> {
    if (this.#isDisposed) return err({ kind: 'vaultKey', reason: 'missing' });
    const length = ciphertext.byteLength - TAG_BYTES;
    if (nonce.byteLength !== NONCE_BYTES || length < 0) return wrong;
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(about));
    decipher.setAuthTag(ciphertext.subarray(length));
    // GCM returns everything from `update`; it is only trusted after `final` has checked the tag.
    const plain = decipher.update(ciphertext.subarray(0, length));
    try {
      decipher.final();
      return ok(plain);
    } catch {
      plain.fill(0);
      return wrong;
    }
  }

  /** Overwrites the key. Nothing can be sealed or unsealed afterwards. */
  dispose(): void {
    this.#isDisposed = true;
    this.#key.fill(0);
  }
}

const wrong = err({ kind: 'vaultKey', reason: 'wrong' } as const);

/** JSON is unambiguous: different inputs never give the same bytes. */
function associatedData({ purpose, subject, fingerprint256 }: SealedAbout): Buffer {
  return Buffer.from(JSON.stringify([purpose, subject, fingerprint256]));
}
