import type { Disposable } from './disposable.ts';

/** Subscribes to something that happens; the listener is called synchronously. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A source of events. Listeners are called in the order of their subscription. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
