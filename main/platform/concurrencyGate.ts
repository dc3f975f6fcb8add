/** Limits concurrent operations; waiting ones start in order. */
export class ConcurrencyGate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs an operation when a slot is free. If the signal aborts before that, rejects with its reason. */
  async run<T>(signal: AbortSignal | null, operation: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await operation();
    } finally {
      this.#leave();
    }
  }

  /** A freed slot goes directly to the next waiting operation, so that a later one cannot take it. */
  #turn(signal: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(signal?.reason);
      };
      this.#waiting.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
