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
