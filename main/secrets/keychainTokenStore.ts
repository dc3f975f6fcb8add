import type { TokenState } from '#shared/domain/connection.ts';
import type { KeychainState, KeychainView } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { Emitter } from '../lib/emitter.ts';
import { probeAccount } from './keychain.ts';
import { stateOf, unavailable } from './keychainErrors.ts';
import type { SecretStore } from './secretStore.ts';
import type { KeychainMonitor, TokenStore } from './tokenStore.ts';

/** What is known of one connection's token in this session. */
type Entry =
  | { readonly kind: 'keychain'; readonly token: string }
  /** `shadows`: the keychain may still hold a former token under the same account. */
  | { readonly kind: 'memory'; readonly token: string; readonly shadows: boolean }
  | { readonly kind: 'absent' }
  /** The keychain has not answered yet in this session. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'unreadable'; readonly error: KeychainError };

/**
 * Access tokens in the keychain, read once per session and then kept in memory. Where the keychain cannot take one and
 * the person agreed, it stays in memory alone. `monitor` shows the keychain as a whole, from what calls met.
 */
export class KeychainTokenStore implements TokenStore {
  readonly #store: SecretStore;
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Emitter<{ readonly connectionId: string }>();
  readonly #viewChanged = new Emitter<KeychainView>();
  #view: KeychainView;
  #last: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  readonly monitor: KeychainMonitor = {
    onDidChange: this.#viewChanged.event,
    view: () => this.#view,
    retry: (connectionIds) => this.#retry(connectionIds),
    setMemoryConsent: (consent) => this.#setMemoryConsent(consent),
  };

  constructor(store: SecretStore) {
    this.#store = store;
    this.#view = { state: { kind: 'ready', backend: store.backend }, memoryConsent: false };
  }

  /**
   * At start: asks whether the keychain can be used, without a prompt where possible, and reads these tokens. One that
   * fails is not asked for every token, since each could take as long.
   */
  async load(connectionIds: readonly string[]): Promise<void> {
    for (const connectionId of connectionIds) {
      if (!this.#entries.has(connectionId)) this.#entries.set(connectionId, { kind: 'unread' });
    }
    const probed = await this.#exclusive(() => this.#store.get(probeAccount));
    this.#observe(probed);
    for (const connectionId of connectionIds) {
      if (probed.ok) await this.get(connectionId);
      else if (this.#entries.get(connectionId)?.kind === 'unread') {
        this.#remember(connectionId, { kind: 'unreadable', error: probed.error });
      }
    }
  }

  /**
   * After a wake-up or an unlocked screen: reads the tokens again that could not be read, unless a person said no. The
   * first one that fails still ends it.
   */
  async recover(): Promise<void> {
    for (const [connectionId, entry] of this.#entries) {
      if (entry.kind !== 'unreadable' || entry.error.kind === 'keychainDenied') continue;
      const read = await this.#exclusive(async () => {
        const isStill = this.#entries.get(connectionId) === entry;
        return isStill ? await this.#read(connectionId) : null;
      });
      if (read !== null && !read.ok && read.error.kind !== 'tokenMissing') return;
    }
  }

  async get(connectionId: string): Promise<Result<string>> {
    const known = this.#known(connectionId);
    if (known !== null) return known;
    return await this.#exclusive(async () => this.#known(connectionId) ?? (await this.#read(connectionId)));
  }

  async set(connectionId: string, token: string): Promise<Result<null>> {
    const { maxSecretBytes } = this.#store;
    if (maxSecretBytes !== null && Buffer.byteLength(token) > maxSecretBytes) {
      return err({ kind: 'invalidInput', field: 'token', reason: 'tooLong' });
    }
    return await this.#exclusive(() => this.#write(connectionId, token));
  }

  async delete(connectionId: string): Promise<Result<null>> {
    return await this.#exclusive(async () => {
      const entry = this.#entries.get(connectionId);
      const deleted = await this.#store.delete(accountOf(connectionId));
      this.#observe(deleted);
      const isOnlyInMemory = entry?.kind === 'memory' && !entry.shadows;
      if (!deleted.ok && !isOnlyInMemory) return deleted;
      this.#remember(connectionId, { kind: 'absent' });
      return ok(null);
    });
  }

  state(connectionId: string): TokenState {
    const entry = this.#entries.get(connectionId) ?? { kind: 'absent' };
    if (entry.kind === 'unreadable') return entry;
    // Nobody is told that a token is missing while the keychain is still being asked.
    return { kind: entry.kind === 'unread' ? 'keychain' : entry.kind };
  }

  /** The answer that needs no keychain, or `null`. */
  #known(connectionId: string): Result<string> | null {
    const entry = this.#entries.get(connectionId);
    if (entry === undefined || entry.kind === 'unread') return null;
    if (entry.kind === 'absent') return err({ kind: 'tokenMissing' });
    if (entry.kind !== 'unreadable') return ok(entry.token);
    // A person who said no, or did not answer, is not asked again by every poll: `retry` is theirs to press.
    const { kind } = entry.error;
    return kind === 'keychainDenied' || kind === 'keychainTimedOut' ? err(entry.error) : null;
  }

  async #read(connectionId: string): Promise<Result<string>> {
    const found = await this.#store.get(accountOf(connectionId));
    this.#observe(found);
    if (!found.ok) {
      this.#remember(connectionId, { kind: 'unreadable', error: found.error });
      return found;
    }
    if (found.value === null) {
      this.#remember(connectionId, { kind: 'absent' });
      return err({ kind: 'tokenMissing' });
    }
    this.#remember(connectionId, { kind: 'keychain', token: found.value });
    return ok(found.value);
  }

  async #write(connectionId: string, token: string): Promise<Result<null>> {
    const stored = await this.#storeChecked(connectionId, token);
    this.#observe(stored);
    if (stored.ok) {
      this.#remember(connectionId, { kind: 'keychain', token });
      return stored;
    }
    if (!this.#view.memoryConsent) return stored;
    const former = this.#entries.get(connectionId) ?? { kind: 'absent' };
    const shadows = former.kind === 'memory' ? former.shadows : former.kind !== 'absent';
    this.#remember(connectionId, { kind: 'memory', token, shadows });
    return ok(null);
  }

  /** Success means that the keychain gave the very same token back. */
  async #storeChecked(connectionId: string, token: string): Promise<Result<null, KeychainError>> {
    const account = accountOf(connectionId);
    const set = await this.#store.set(account, token);
    if (!set.ok) return set;
    const found = await this.#store.get(account);
    if (!found.ok) return found;
    return found.value === token ? ok(null) : err(unavailable('the entry was not kept as written'));
  }

  async #retry(connectionIds: readonly string[]): Promise<void> {
    // Outside the queue: the prompt may stay for minutes, and tokens that are known can be used meanwhile.
    const unlocked = await this.#store.unlock();
    this.#observe(unlocked);
    if (!unlocked.ok) return;
    this.#observe(await this.#exclusive(() => this.#store.get(probeAccount)));
    await this.#moveToKeychain();
    for (const connectionId of connectionIds) {
      const entry = this.#entries.get(connectionId);
      const isHeld = entry?.kind === 'keychain' || entry?.kind === 'memory';
      if (!isHeld) await this.#exclusive(() => this.#read(connectionId));
    }
  }

  async #moveToKeychain(): Promise<void> {
    for (const connectionId of [...this.#entries.keys()]) {
      await this.#exclusive(async () => {
        const entry = this.#entries.get(connectionId);
        if (entry?.kind !== 'memory') return;
        const stored = await this.#storeChecked(connectionId, entry.token);
        this.#observe(stored);
        if (stored.ok) this.#remember(connectionId, { kind: 'keychain', token: entry.token });
      });
    }
  }

  #setMemoryConsent(memoryConsent: boolean): void {
    this.#show({ ...this.#view, memoryConsent });
    if (memoryConsent) return;
    for (const [connectionId, entry] of this.#entries) {
      if (entry.kind === 'memory') this.#remember(connectionId, { kind: 'absent' });
    }
  }

  #remember(connectionId: string, entry: Entry): void {
    const former = this.#entries.get(connectionId);
    this.#entries.set(connectionId, entry);
    if (!isSame(former, entry)) this.#changed.fire({ connectionId });
  }

  #observe(result: Result<unknown, KeychainError>): void {
    const state: KeychainState = result.ok
      ? { kind: 'ready', backend: this.#store.backend }
      : stateOf(result.error);
    this.#show({ ...this.#view, state });
  }

  #show(view: KeychainView): void {
    const isChanged = JSON.stringify(view) !== JSON.stringify(this.#view);
    this.#view = view;
    if (isChanged) this.#viewChanged.fire(view);
  }

  /** One operation after the other, so that a token is never read half way through its replacement. */
  #exclusive<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function accountOf(connectionId: string): string {
  return `token:${connectionId}`;
}

function isSame(former: Entry | undefined, entry: Entry): boolean {
  if (former === undefined) return entry.kind === 'absent';
  return JSON.stringify(former) === JSON.stringify(entry);
}
