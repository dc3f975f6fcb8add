import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { KeychainState, KeychainView } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { stateOf } from './keychainErrors.ts';

/** The state of the keychain, for the window. */
export interface KeychainMonitor {
  readonly onDidChange: Event<KeychainView>;
  view(): KeychainView;
  /** Lets the user unlock the keychain, then reads the secrets of these accounts again. */
  retry(accounts: readonly string[]): Promise<void>;
  setMemoryConsent(consent: boolean): void;
}

/** State of the keychain after the last call, and whether the user allowed secrets in memory. */
export class KeychainWatch {
  readonly #backend: string;
  readonly #changed = new Emitter<KeychainView>('keychainWatch.changed');
  #view: KeychainView;

  readonly onDidChange = this.#changed.event;

  /** @param backend the platform's name for its keychain */
  constructor(backend: string) {
    this.#backend = backend;
    this.#view = { state: { kind: 'ready', backend }, memoryConsent: false };
  }

  view(): KeychainView {
    return this.#view;
  }

  /** Updates the state with the result of a call. */
  observe(result: Result<unknown, KeychainError>): void {
    const state: KeychainState = result.ok
      ? { kind: 'ready', backend: this.#backend }
      : stateOf(result.error);
    this.#show({ ...this.#view, state });
  }

  setMemoryConsent(memoryConsent: boolean): void {
    this.#show({ ...this.#view, memoryConsent });
  }

  #show(view: KeychainView): void {
    const isChanged = JSON.stringify(view) !== JSON.stringify(this.#view);
    this.#view = view;
    if (isChanged) this.#changed.fire(view);
  }
}
