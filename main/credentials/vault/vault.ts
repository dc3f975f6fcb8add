import type { Event } from '#main/platform/emitter.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import type { Result } from '#shared/result.ts';

/** Something encrypted with AES-256-GCM. */
export interface Sealed {
  /** 12 random bytes. */
  readonly nonce: Uint8Array;
  /** The 16-byte tag at its end. */
  readonly ciphertext: Uint8Array;
}

/** What a sealed thing is, as associated data: it can be opened as nothing else. */
export interface SealedAbout {
  readonly purpose: 'deliveryKey' | 'vaultCheck';
  /** Id of the delivery, or empty. */
  readonly subject: string;
  /** SHA-256 fingerprint of the leaf, or empty. */
  readonly fingerprint256: string;
}

/** The vault with its key at hand. */
export interface OpenVault {
  /** `false`: the key lasts until the app quits, so what is sealed must not go to disk. */
  readonly isLasting: boolean;
  seal(plain: Uint8Array, about: SealedAbout): Sealed;
  /** The caller overwrites the answer after use. Error: `vaultKey` (`wrong`), when it was altered or sealed otherwise. */
  unseal(sealed: Sealed, about: SealedAbout): Result<Buffer>;
}

/** Keeps private keys encrypted under a 32-byte key that is in the keychain. */
export interface Vault {
  readonly onDidChange: Event<void>;
  state(): VaultState;
  /**
   * Reads the vault key, or makes it when nothing was ever sealed. Errors: the keychain's, `vaultKey`, `storage`. Never
   * makes a new key over old data.
   */
  open(): Promise<Result<OpenVault>>;
}

/** What the vault keeps on disk. */
export interface VaultRepository {
  /** Tells this database's vault from others; made with the database. Throws when the database does. */
  id(): string;
  /** The known text under the vault key, or `null` when there never was one. Throws when the database does. */
  check(): Sealed | null;
  /** Error of both: `storage`. */
  saveCheck(check: Sealed): Result<null>;
  /** Forgets every sealed key and the check; their deliveries say that their keys are gone. */
  forgetAll(): Result<null>;
  /** How many keys are stored. Throws when the database does. */
  countKeys(): number;
}
