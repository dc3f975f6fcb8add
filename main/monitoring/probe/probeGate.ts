/** How many connections are open at once, of all endpoints together. */
export const PROBES_AT_ONCE = 32;

/** Lets so many operations run at once; those that wait go in the order in which they came. */
export class ProbeGate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number = PROBES_AT_ONCE) {
    this.#free = atOnce;
  }

  /**
   * Runs an operation when it is its turn, and gives or rejects with what it does. Rejects with the signal's reason, and
   * runs nothing, when the signal is aborted while it waits.
   */
  async run<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await operation();
    } finally {
      this.#leave();
    }
  }

  /** The place of the one that leaves goes over to the next, so that nobody who comes later takes it. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
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
