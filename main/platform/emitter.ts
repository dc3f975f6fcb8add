import type { Disposable } from './disposable.ts';
import { isolated } from './errors.ts';

/** Subscribes a listener, which is called synchronously. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Source of an event. Listeners are called in the order of subscription. */
export class Emitter<T> {
  readonly #name: string;
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  /** @param name a constant for the log when a listener throws: file and event, such as `orderService.changed` */
  constructor(name: string) {
    this.#name = name;
  }

  /** Calls all listeners. An error is reported, and affects neither the other listeners nor the caller. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) isolated(this.#name, () => listener(value));
  }
}

/** Subscribes a listener to the changes that concern one of these keys, or to every change. Called synchronously. */
export type KeyedEvent<Key, T> = (keys: readonly Key[] | 'all', listener: (value: T) => void) => Disposable;

/** Source of an event that says what changed, so that each listener names what it cares for. */
export class KeyedEmitter<Key, T> {
  readonly #name: string;
  readonly #subscriptions = new Set<Parameters<KeyedEvent<Key, T>>>();

  readonly event: KeyedEvent<Key, T> = (...subscription) => {
    this.#subscriptions.add(subscription);
    return { dispose: () => this.#subscriptions.delete(subscription) };
  };

  /** @param name as for `Emitter` */
  constructor(name: string) {
    this.#name = name;
  }

  /** Calls the listeners that named one of the keys. Errors as in `Emitter.fire`. */
  fire(keys: ReadonlySet<Key>, value: T): void {
    for (const [wanted, listener] of [...this.#subscriptions])
      if (wanted === 'all' || wanted.some((key) => keys.has(key)))
        isolated(this.#name, () => listener(value));
  }
}
