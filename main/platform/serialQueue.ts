/** Lets operations run one after the other, in the order in which they were asked for. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs an operation once those before it have ended, well or not. Gives, or rejects with, what it does. */
  run<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
