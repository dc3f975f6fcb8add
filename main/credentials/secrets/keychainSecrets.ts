import { Emitter } from '#main/platform/emitter.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import { isWithoutKeychain } from '#shared/domain/keychain.ts';
import type { KeychainState, KeychainView } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { probeAccount, type SecretStore } from './keychain.ts';
import { stateOf, unavailable } from './keychainErrors.ts';

/** State of one account's secret in this session. */
type SecretEntry =
  | { readonly kind: 'keychain'; readonly secret: string }
  | {
      readonly kind: 'memory';
      readonly secret: string;
      /** The keychain may still hold a previous secret for the account. */
      readonly shadows: boolean;
      /** If the keychain turns out to hold a secret, that one replaces this one. */
      readonly yields: boolean;
    }
  /** The system handed it over in a file, and the keychain gave none. Both are asked again by `getAgain`. */
  | {
      readonly kind: 'file';
      readonly secret: string;
      /** The keychain may hold a secret for the account. */
      readonly shadows: boolean;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'unreadable'; readonly error: KeychainError };

/** Where a secret of an account comes from that the keychain does not give; `null`: nowhere. */
type SecretFallback = (account: string) => Promise<string | null>;

/** A secret; `null`: it certainly does not exist. */
type Found = Result<string | null, KeychainError>;

/** Secrets by account, read once per session. With the user's consent, those that cannot be stored stay in memory. */
export class KeychainSecrets {
  readonly #store: SecretStore;
  readonly #entries = new Map<string, SecretEntry>();
  readonly #changed = new Emitter<{ readonly account: string }>('keychainSecrets.changed');
  /** Runs operations one by one, so that a secret is not read while it is replaced. */
  readonly #turns = new SerialQueue();
  readonly #watch: KeychainWatch;
  #fallback: SecretFallback = async () => null;
  /** The state of accounts that are not in `#entries`: before `load` nothing says that they have no secret. */
  #unknown: SecretEntry = { kind: 'unread' };

  readonly onDidChange = this.#changed.event;

  constructor(store: SecretStore) {
    this.#store = store;
    this.#watch = new KeychainWatch(store.backend);
    store.waits?.onDidChange((isWaiting) => this.#watch.setWaiting(isWaiting));
  }

  get monitor(): Pick<KeychainWatch, 'onDidChange' | 'view'> {
    return this.#watch;
  }

  /** Sets what is asked for a secret that the keychain does not have or cannot give. It is never stored. */
  setFallback(fallback: SecretFallback): void {
    this.#fallback = fallback;
  }

  /** At start: checks whether the keychain works, without a prompt if possible, and then reads these secrets. */
  async load(accounts: readonly string[]): Promise<void> {
    for (const account of accounts) {
      if (!this.#entries.has(account)) this.#entries.set(account, { kind: 'unread' });
    }
    this.#unknown = { kind: 'absent' };
    const probed = await this.#turns.run(() => this.#store.get(probeAccount));
    this.#watch.observe(probed);
    let failure: Found = probed;
    for (const account of accounts) {
      if (failure.ok) {
        const found = await this.get(account);
        // Who did not answer, or refused, is not asked once more for each account.
        if (!found.ok && isByPerson(found.error)) failure = found;
      } else if (this.#entries.get(account)?.kind === 'unread') await this.#fallBack(account, failure);
    }
  }

  /** Ends calls that wait for a person's answer. */
  stopWaiting(): void {
    this.#store.waits?.cancel();
  }

  /**
   * After a wake-up or an unlock: reads secrets that could not be read, unless the user refused. Stops at a failure.
   */
  async recover(): Promise<void> {
    for (const [account, entry] of [...this.#entries]) {
      if (entry.kind !== 'unreadable' || entry.error.kind === 'keychainDenied') continue;
      const read = await this.#turns.run(async () => {
        const isStill = this.#entries.get(account) === entry;
        return isStill ? await this.#read(account) : null;
      });
      if (read !== null && !read.ok) return;
    }
  }

  fits(secret: string): boolean {
    const { maxSecretBytes } = this.#store;
    return maxSecretBytes === null || Buffer.byteLength(secret) <= maxSecretBytes;
  }

  async get(account: string): Promise<Found> {
    const known = this.#known(account);
    if (known !== null) return known;
    return await this.#turns.run(async () => this.#known(account) ?? (await this.#read(account)));
  }

  /**
   * Like `get`, but asks again unless the keychain gave the secret or the user entered it.
   * @param evenIfDenied also after the user refused
   */
  async getAgain(account: string, evenIfDenied = false): Promise<Found> {
    return await this.#turns.run(() => this.#readAgain(account, evenIfDenied));
  }

  /**
   * The secret of an account, or a new one by `make` if the keychain certainly has none. If the keychain cannot be
   * used, the new one stays in memory by consent, until the keychain's own one replaces it.
   */
  async getOrMake(account: string, make: () => string): Promise<Result<string, KeychainError>> {
    return await this.#turns.run(async () => {
      const found = await this.#readAgain(account, false);
      if (found.ok && found.value !== null) return ok(found.value);
      if (!found.ok && !this.#watch.view().memoryConsent) return found;
      const secret = make();
      if (found.ok) {
        const stored = await this.#storeChecked(account, secret);
        if (stored.ok) this.#remember(account, { kind: 'keychain', secret });
        if (stored.ok) return ok(secret);
        if (!this.#watch.view().memoryConsent) return stored;
      }
      this.#remember(account, { kind: 'memory', secret, shadows: !found.ok, yields: true });
      return ok(secret);
    });
  }

  async set(account: string, secret: string): Promise<Result<null, KeychainError>> {
    return await this.#turns.run(() => this.#write(account, secret));
  }

  /** Writes a secret in place of one that the keychain gave, if that is still the one. */
  async replace(account: string, former: string, secret: string): Promise<Result<null, KeychainError>> {
    return await this.#turns.run(async () => {
      const entry = this.#entries.get(account);
      const isStill = entry?.kind === 'keychain' && entry.secret === former;
      if (!isStill || !this.fits(secret)) return ok(null);
      const stored = await this.#storeChecked(account, secret);
      if (stored.ok) this.#remember(account, { kind: 'keychain', secret });
      return stored;
    });
  }

  async delete(account: string): Promise<Result<null, KeychainError>> {
    return await this.#turns.run(async () => {
      const entry = this.#entries.get(account);
      const deleted = await this.#store.delete(account);
      this.#watch.observe(deleted);
      const isElsewhere = (entry?.kind === 'memory' || entry?.kind === 'file') && !entry.shadows;
      if (!deleted.ok && !isElsewhere && !isWithoutKeychain(deleted.error)) return deleted;
      this.#remember(account, { kind: 'absent' });
      return ok(null);
    });
  }

  state(account: string): TokenState {
    return entryState(this.#entries.get(account) ?? this.#unknown);
  }

  /** A secret that was read in this session; `null`: none. */
  known(account: string): string | null {
    const found = this.#known(account);
    return found?.ok === true ? found.value : null;
  }

  #known(account: string): Found | null {
    const entry = this.#entries.get(account);
    if (entry === undefined || entry.kind === 'unread') return null;
    if (entry.kind === 'absent') return ok(null);
    if (entry.kind !== 'unreadable') return ok(entry.secret);
    // After a refusal or a timeout, polls do not prompt again; the user calls `retry`.
    return isByPerson(entry.error) ? err(entry.error) : null;
  }

  async #readAgain(account: string, evenIfDenied: boolean): Promise<Found> {
    const entry = this.#entries.get(account);
    if (entry?.kind === 'keychain' || entry?.kind === 'memory') return ok(entry.secret);
    const isDenied = entry?.kind === 'unreadable' && entry.error.kind === 'keychainDenied';
    return isDenied && !evenIfDenied ? err(entry.error) : await this.#read(account);
  }

  async #read(account: string): Promise<Found> {
    const found = await this.#store.get(account);
    this.#watch.observe(found);
    if (!found.ok || found.value === null) return await this.#fallBack(account, found);
    this.#remember(account, { kind: 'keychain', secret: found.value });
    return found;
  }

  /** The secret from elsewhere, or why the keychain gave none. */
  async #fallBack(account: string, found: Found): Promise<Found> {
    const secret = await this.#fallback(account);
    if (secret !== null) {
      this.#remember(account, { kind: 'file', secret, shadows: !found.ok });
      return ok(secret);
    }
    if (found.ok) this.#remember(account, { kind: 'absent' });
    else this.#remember(account, { kind: 'unreadable', error: found.error });
    return found;
  }

  async #write(account: string, secret: string): Promise<Result<null, KeychainError>> {
    const stored = await this.#storeChecked(account, secret);
    if (stored.ok) this.#remember(account, { kind: 'keychain', secret });
    if (stored.ok || !this.#watch.view().memoryConsent) return stored;
    const former = this.#entries.get(account) ?? { kind: 'absent' };
    const shadows = former.kind === 'memory' ? former.shadows : former.kind !== 'absent';
    this.#remember(account, { kind: 'memory', secret, shadows, yields: false });
    return ok(null);
  }

  /** Stores a secret and reads it back to check it. */
  async #storeChecked(account: string, secret: string): Promise<Result<null, KeychainError>> {
    const set = await this.#store.set(account, secret);
    const found = set.ok ? await this.#store.get(account) : set;
    const isKept = !found.ok || found.value === secret;
    const stored = isKept ? found : err(unavailable('the entry was not kept as written'));
    this.#watch.observe(stored);
    return stored.ok ? ok(null) : stored;
  }

  /** Lets the user unlock the keychain, then reads the secrets of these accounts again. */
  async retry(accounts: readonly string[]): Promise<void> {
    // Not in the queue: the prompt may stay open for minutes, and known secrets can be used meanwhile.
    const unlocked = await this.#store.unlock();
    this.#watch.observe(unlocked);
    if (!unlocked.ok) return;
    this.#watch.observe(await this.#turns.run(() => this.#store.get(probeAccount)));
    await this.#moveToKeychain();
    for (const account of accounts) {
      const found = await this.getAgain(account, true);
      if (!found.ok && isByPerson(found.error)) return;
    }
  }

  async #moveToKeychain(): Promise<void> {
    for (const account of [...this.#entries.keys()]) {
      await this.#turns.run(async () => {
        const entry = this.#entries.get(account);
        if (entry?.kind !== 'memory') return;
        const held = entry.yields ? await this.#store.get(account) : ok(null);
        this.#watch.observe(held);
        if (!held.ok) return;
        const stored = held.value === null ? await this.#storeChecked(account, entry.secret) : held;
        const secret = held.value ?? entry.secret;
        if (stored.ok) this.#remember(account, { kind: 'keychain', secret });
      });
    }
  }

  setMemoryConsent(memoryConsent: boolean): void {
    this.#watch.setMemoryConsent(memoryConsent);
    if (memoryConsent) return;
    for (const [account, entry] of [...this.#entries]) {
      if (entry.kind === 'memory') this.#remember(account, { kind: 'absent' });
    }
  }

  #remember(account: string, entry: SecretEntry): void {
    const former = this.#entries.get(account) ?? this.#unknown;
    this.#entries.set(account, entry);
    if (!isSameEntry(former, entry)) this.#changed.fire({ account });
  }
}

/** Whether a person may have refused, or not have answered in time. */
function isByPerson({ kind }: KeychainError): boolean {
  return kind === 'keychainDenied' || kind === 'keychainTimedOut';
}

function entryState(entry: SecretEntry): TokenState {
  if (entry.kind === 'unreadable') return entry;
  // While the keychain is being read, a secret is not reported as missing.
  return { kind: entry.kind === 'unread' ? 'keychain' : entry.kind };
}

function isSameEntry(former: SecretEntry, entry: SecretEntry): boolean {
  return JSON.stringify(former) === JSON.stringify(entry);
}

/** State of the keychain after the last call, and whether the user allowed secrets in memory. */
class KeychainWatch {
  readonly #backend: string;
  readonly #changed = new Emitter<KeychainView>('keychainWatch.changed');
  #view: KeychainView;
  /** What was seen last. While a call waits for a person, that is shown instead. */
  #seen: KeychainState;
  #isWaiting = false;

  readonly onDidChange = this.#changed.event;

  constructor(backend: string) {
    this.#backend = backend;
    this.#seen = { kind: 'ready', backend };
    this.#view = { state: this.#seen, memoryConsent: false };
  }

  view(): KeychainView {
    return this.#view;
  }

  observe(result: Result<unknown, KeychainError>): void {
    this.#seen = result.ok ? { kind: 'ready', backend: this.#backend } : stateOf(result.error);
    this.#show();
  }

  setWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#show();
  }

  setMemoryConsent(memoryConsent: boolean): void {
    this.#show(memoryConsent);
  }

  #show(memoryConsent = this.#view.memoryConsent): void {
    const view: KeychainView = {
      state: this.#isWaiting ? { kind: 'waiting' } : this.#seen,
      memoryConsent,
    };
    const isChanged = JSON.stringify(view) !== JSON.stringify(this.#view);
    this.#view = view;
    if (isChanged) this.#changed.fire(view);
  }
}
