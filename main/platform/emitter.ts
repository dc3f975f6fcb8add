import type { Disposable } from './disposable.ts';
import { isolated } from './errors.ts';

/** Subscribes to something that happens; the listener is called synchronously. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A source of events. Listeners are called in the order of their subscription. */
export class Emitter<T> {
  readonly #name: string;
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  /** @param name constant, for the log when a listener throws: the file and the event, as `orderService.changed` */
  constructor(name: string) {
    this.#name = name;
  }

  /** Calls every listener. One that throws is reported, and keeps neither the others nor the caller from going on. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) isolated(this.#name, () => listener(value));
  }
}
