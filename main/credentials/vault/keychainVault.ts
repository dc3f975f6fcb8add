import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { type Clock, type Scheduler, settlesWithin } from '#main/platform/time.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { OpenVault, RandomBytes, Vault, VaultCipher, VaultRepository } from './vault.ts';
import { errorOf, type KeySecrets, stateOf, VaultKeyring, type VaultPhase } from './vaultKeyring.ts';

export interface KeychainVaultPorts {
  readonly repository: VaultRepository;
  readonly secrets: KeySecrets;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly scheduler: Scheduler;
  readonly randomBytes: RandomBytes;
  readonly memoryKeys: () => number;
  /** Asks the user whether this number of stored keys may be deleted. Errors: those of `AskConsent`. */
  readonly confirmStartOver: (keys: number) => Promise<Result<null>>;
}

export type Forgotten = 'vault' | 'memory';

/** A sender waits up to ten seconds for the answer meanwhile. */
const OPEN_LIMIT_MS = 5000;
/** An unlocked keychain answers in 20 ms; a slower one gets a pause before the next attempt. */
const HANGS_MS = 1000;
const PAUSE_MS = 5000;

/** The vault with its key in the system's keychain. See ADR 13. */
export class KeychainVault implements Vault, Disposable {
  readonly #ports: KeychainVaultPorts;
  readonly #keyring: VaultKeyring;
  readonly #changed = new Emitter<void>('keychainVault.changed');
  readonly #becameLasting = new Emitter<void>('keychainVault.becameLasting');
  readonly #forgot = new Emitter<Forgotten>('keychainVault.forgot');
  readonly #turns = new SerialQueue();
  readonly #subscription: Disposable;
  /** Ciphers with a key in memory, kept until the app quits to unseal what they sealed. */
  readonly #memoryCiphers = new Set<VaultCipher>();
  #phase: VaultPhase = { kind: 'unread' };
  #flight: Promise<Result<OpenVault>> | null = null;
  /** Earliest next attempt, on the monotonic clock. */
  #notBefore: number | null = null;
  #isDisposed = false;

  readonly onDidChange = this.#changed.event;
  /** The key is now in the keychain: what was sealed in memory can be sealed again with `open` and stored. */
  readonly onDidBecomeLasting = this.#becameLasting.event;
  /** Keys are lost: stored ones that the user gave up, or those in memory after the consent was withdrawn. */
  readonly onDidForget = this.#forgot.event;

  /** Throws when the database cannot be read. */
  constructor(ports: KeychainVaultPorts) {
    this.#ports = ports;
    this.#keyring = new VaultKeyring(ports.repository, ports.secrets, ports.randomBytes);
    this.#subscription = ports.secrets.onDidChange(({ account }) => {
      if (account === this.#keyring.account) this.#keyChanged();
    });
  }

  /** The account to read at start, if anything was ever sealed. */
  accounts(): readonly string[] {
    return this.#keyring.hasOldData() ? [this.#keyring.account] : [];
  }

  /** Throws when the database cannot be read. */
  state(): VaultState {
    const keys = this.#ports.repository.countKeys() + this.#ports.memoryKeys();
    return stateOf(this.#phase, this.#keyring.hasOldData(), keys);
  }

  /** See `Vault`. After five seconds returns `keychainTimedOut`, while the attempt continues. */
  async open(): Promise<Result<OpenVault>> {
    const phase = this.#phase;
    if (phase.kind === 'open') return ok(phase.cipher);
    const isPaused = this.#notBefore !== null && this.#ports.clock.monotonic() < this.#notBefore;
    if (this.#flight === null && phase.kind === 'unavailable' && isPaused) return err(phase.error);
    const flight = this.#fly(false);
    const isInTime = await settlesWithin(flight, OPEN_LIMIT_MS, this.#ports.scheduler);
    return isInTime ? await flight : err({ kind: 'keychainTimedOut' });
  }

  /** Reads the key again, even after the user refused; does not show the keychain's prompt. */
  async retry(): Promise<void> {
    if (this.#phase.kind === 'open' || (this.accounts().length === 0 && this.#phase.kind === 'unread'))
      return;
    await this.#flight;
    await this.#fly(true);
  }

  /**
   * Deletes the stored keys with the user's consent, if their key is missing or wrong. Errors: those of `AskConsent`,
   * `storage` (nothing was deleted), the keychain's (the wrong key stays).
   */
  async startOver(): Promise<Result<null>> {
    if (!this.#isLost()) return ok(null);
    const consent = await this.#ports.confirmStartOver(this.#ports.repository.countKeys());
    if (!consent.ok) return consent;
    return await this.#turns.run(async () => {
      // The key may have come back while the dialog was open.
      if (!this.#isLost()) return ok(null);
      const forgotten = this.#keyring.forgetAll();
      if (!forgotten.ok) return forgotten;
      this.#show({ kind: 'unread' });
      this.#forgot.fire('vault');
      return await this.#ports.secrets.delete(this.#keyring.account);
    });
  }

  /** Overwrites the key. Nothing can be sealed or unsealed afterwards. */
  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
    this.#keyring.close();
    if (this.#phase.kind === 'open') this.#phase.cipher.dispose();
    this.#disposeMemory();
    this.#phase = { kind: 'unread' };
  }

  #isLost(): boolean {
    return this.#phase.kind === 'keyMissing' || this.#phase.kind === 'keyWrong';
  }

  #fly(evenIfDenied: boolean): Promise<Result<OpenVault>> {
    this.#flight ??= this.#turns
      .run(() => this.#attempt(evenIfDenied))
      .finally(() => {
        this.#flight = null;
      });
    return this.#flight;
  }

  async #attempt(evenIfDenied: boolean): Promise<Result<OpenVault>> {
    const { clock } = this.#ports;
    const startedAt = clock.monotonic();
    if (this.#isDisposed) return err({ kind: 'cancelled' });
    const phase = await this.#keyring.look(evenIfDenied);
    if (this.#isDisposed) return err({ kind: 'cancelled' });
    const endedAt = clock.monotonic();
    const isTimedOut = phase.kind === 'unavailable' && phase.error.kind === 'keychainTimedOut';
    this.#notBefore = isTimedOut || endedAt - startedAt >= HANGS_MS ? endedAt + PAUSE_MS : null;
    this.#show(phase);
    return phase.kind === 'open' ? ok(phase.cipher) : err(errorOf(phase));
  }

  /** The key was read, stored or removed, by the vault or by another part. */
  #keyChanged(): void {
    const phase = this.#phase;
    const known = this.#ports.secrets.state(this.#keyring.account);
    const isWanted = phase.kind !== 'unread' || this.#keyring.hasOldData();
    if (phase.kind === 'open') {
      if (phase.cipher.isLasting) return;
      // The old cipher stays open meanwhile: what it seals is sealed again with the rest.
      if (known.kind === 'keychain' || known.kind === 'file') void this.#fly(false);
      if (known.kind !== 'absent') return;
      this.#disposeMemory();
      this.#show({ kind: 'unread' });
      this.#forgot.fire('memory');
    } else if (known.kind === 'unreadable') {
      if (isWanted) this.#show({ kind: 'unavailable', error: known.error });
    } else if (isWanted) void this.#fly(false);
  }

  #disposeMemory(): void {
    disposeAll([...this.#memoryCiphers]);
    this.#memoryCiphers.clear();
  }

  #show(phase: VaultPhase): void {
    const before = JSON.stringify(this.#outline());
    this.#phase = phase;
    if (phase.kind === 'open' && !phase.cipher.isLasting) this.#memoryCiphers.add(phase.cipher);
    if (JSON.stringify(this.#outline()) === before) return;
    const isFirstLasting = phase.kind === 'open' && phase.cipher.isLasting && this.#memoryCiphers.size > 0;
    if (isFirstLasting) this.#becameLasting.fire();
    this.#changed.fire();
  }

  #outline(): unknown {
    const phase = this.#phase;
    return phase.kind === 'open' ? { kind: phase.kind, isLasting: phase.cipher.isLasting } : phase;
  }
}
