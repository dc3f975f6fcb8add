/** Runs operations one after the other, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
