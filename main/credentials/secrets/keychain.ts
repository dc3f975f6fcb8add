import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { SecretService } from './dbusSecretService.ts';
import type { KeytarClient } from './keytarClient.ts';
import type { KeytarOperation } from './keytarServer.ts';
import type { PersonalCalls } from './personalCalls.ts';

/** Where no person can answer. An unlocked keychain answers in 20 ms; the rest is for a computer that is waking up. */
const PROGRAM_LIMIT_MS = 10_000;

/** Also an unlocked keychain may ask: KeePassXC at each access, KWallet and macOS for each new program. */
const PERSON_LIMIT_MS = 120_000;

/** An account without an entry; reading it shows whether the keychain works. */
export const probeAccount = 'probe';

export interface KeychainPlatform {
  readonly backend: string;
  /** See `SecretStore`. Windows' CredWrite takes 5 * 512 bytes (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
  readonly maxSecretBytes: number | null;
  /** Detail of the error if keytar's native module cannot be loaded. */
  readonly notLoadedDetail: string;
}

/** The platform's keychain by `process.platform`. Systems other than macOS and Windows use the Secret Service. */
export function keychainPlatform(platform: NodeJS.Platform): KeychainPlatform {
  const notLoadedDetail = 'keytar.node';
  if (platform === 'darwin') return { backend: 'macOS Keychain', maxSecretBytes: null, notLoadedDetail };
  if (platform === 'win32')
    return { backend: 'Windows Credential Manager', maxSecretBytes: 2560, notLoadedDetail };
  return { backend: 'Secret Service', maxSecretBytes: null, notLoadedDetail: 'libsecret-1.so.0' };
}

/**
 * The keychain through keytar. On Linux the Secret Service is asked first whether it is unlocked: with a locked one,
 * keytar would wait for a prompt or report missing entries.
 */
export class Keychain implements SecretStore {
  readonly backend: string;
  readonly maxSecretBytes: number | null;
  readonly #keytar: KeytarClient;
  readonly #secretService: SecretService | null;
  readonly waits: PersonalCalls | null;

  /**
   * @param secretService `null` on platforms without one
   * @param waits `null`: no person sees what the keychain asks, so it has to answer by itself
   */
  constructor(
    platform: KeychainPlatform,
    keytar: KeytarClient,
    secretService: SecretService | null,
    waits: PersonalCalls | null = null,
  ) {
    this.backend = platform.backend;
    this.maxSecretBytes = platform.maxSecretBytes;
    this.#keytar = keytar;
    this.#secretService = secretService;
    this.waits = waits;
  }

  async get(account: string): Promise<Result<string | null, KeychainError>> {
    const ready = await this.#checkUnlocked();
    if (!ready.ok) return ready;
    const found = await this.#call({ operation: 'get', account }, PROGRAM_LIMIT_MS);
    if (!found.ok || found.value !== null) return found;
    const absent = await this.#checkAbsent(account);
    return absent.ok ? found : absent;
  }

  async set(account: string, secret: string): Promise<Result<null, KeychainError>> {
    return await this.#change({ operation: 'set', account, secret });
  }

  async delete(account: string): Promise<Result<null, KeychainError>> {
    const deleted = await this.#deleteChecked(account);
    if (deleted.ok || deleted.error.kind !== 'keychainDenied') return deleted;
    // An entry that needs a person's consent stays, and only reading it asks for that.
    const asked = await this.#call({ operation: 'get', account }, PROGRAM_LIMIT_MS);
    if (!asked.ok) return asked;
    return asked.value === null ? deleted : await this.#deleteChecked(account);
  }

  async unlock(): Promise<Result<null, KeychainError>> {
    const service = this.#secretService;
    if (service !== null) return await this.#waiting((signal) => service.unlock(PERSON_LIMIT_MS, signal));
    const probed = await this.#call({ operation: 'get', account: probeAccount }, PERSON_LIMIT_MS);
    return probed.ok ? ok(null) : probed;
  }

  async #deleteChecked(account: string): Promise<Result<null, KeychainError>> {
    const deleted = await this.#change({ operation: 'delete', account });
    return deleted.ok ? await this.#checkAbsent(account) : deleted;
  }

  async #change(operation: KeytarOperation): Promise<Result<null, KeychainError>> {
    const ready = await this.#checkUnlocked();
    if (!ready.ok) return ready;
    const changed = await this.#call(operation, PROGRAM_LIMIT_MS);
    return changed.ok ? ok(null) : changed;
  }

  /** @param alone the limit in ms where no person can answer */
  async #call(operation: KeytarOperation, alone: number): ReturnType<KeytarClient['call']> {
    const limitMs = this.waits === null ? alone : PERSON_LIMIT_MS;
    return await this.#waiting((signal) => this.#keytar.call(operation, limitMs, signal));
  }

  #waiting<T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T> {
    return this.waits === null ? call() : this.waits.run(call);
  }

  /** libsecret says "no entry" also of one in a keyring that was locked meanwhile, or that a person refused. */
  async #checkAbsent(account: string): Promise<Result<null, KeychainError>> {
    const ready = await this.#checkUnlocked();
    if (!ready.ok || this.#secretService === null) return ready;
    const withheld = await this.#secretService.withholds(account);
    if (!withheld.ok) return withheld;
    return withheld.value ? err({ kind: 'keychainDenied' }) : ok(null);
  }

  async #checkUnlocked(): Promise<Result<null, KeychainError>> {
    if (this.#secretService === null) return ok(null);
    const locked = await this.#secretService.isLocked();
    if (!locked.ok) return locked;
    return locked.value ? err({ kind: 'keychainLocked' }) : ok(null);
  }
}

/**
 * Secrets by account name in the system's keychain. Every call has a timeout. `unlock` shows a prompt, if possible; others
 * only where the keychain itself wants a person's consent to each access.
 */
export interface SecretStore {
  /** The platform's name for its keychain. */
  readonly backend: string;
  /** Maximum length of a secret in UTF-8 bytes; `null`: no limit. */
  readonly maxSecretBytes: number | null;
  /** The calls that wait for a person, which a person can end: their error is then `keychainTimedOut`. `null`: none does. */
  readonly waits: Pick<PersonalCalls, 'onDidChange' | 'cancel'> | null;
  /** Returns the secret; `null`: it certainly does not exist. A locked keychain is an error, never `null`. */
  get(account: string): Promise<Result<string | null, KeychainError>>;
  set(account: string, secret: string): Promise<Result<null, KeychainError>>;
  /** Removes an entry; a missing one is no error. */
  delete(account: string): Promise<Result<null, KeychainError>>;
  /** Shows the desktop's prompt to unlock the keychain, and waits up to two minutes. */
  unlock(): Promise<Result<null, KeychainError>>;
}
