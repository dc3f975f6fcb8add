import type { Event } from '#main/platform/emitter.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import type { Result } from '#shared/result.ts';

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
