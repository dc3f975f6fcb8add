import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';

/** Subscribes a listener to the changes that concern one of these keys, or to every change. Called synchronously. */
export type KeyedEvent<Key, T> = (keys: readonly Key[] | 'all', listener: (value: T) => void) => Disposable;

/** Source of an event that says what changed, so that each listener names what it cares for. */
export class KeyedEmitter<Key, T> {
  readonly #emitter: Emitter<{ readonly keys: ReadonlySet<Key>; readonly value: T }>;

  readonly event: KeyedEvent<Key, T> = (wanted, listener) =>
    this.#emitter.event(({ keys, value }) => {
      if (wanted === 'all' || wanted.some((key) => keys.has(key))) listener(value);
    });

  /** @param name as for `Emitter` */
  constructor(name: string) {
    this.#emitter = new Emitter(name);
  }

  /** Calls the listeners that named one of the keys. Errors as in `Emitter.fire`. */
  fire(keys: ReadonlySet<Key>, value: T): void {
    this.#emitter.fire({ keys, value });
  }
}
