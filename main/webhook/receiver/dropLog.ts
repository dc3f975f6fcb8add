import type { Disposable } from '#main/platform/disposable.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';

const INTERVAL_MS = 60_000;

/** Logs connections over the limit: the first at once, and how many there were at most once a minute after it. */
export class DropLog implements Disposable {
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  #count = 0;
  #pause: Disposable | null = null;

  constructor(scheduler: Scheduler, logger: Logger) {
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  /** Notes one connection. */
  dropped(): void {
    this.#count += 1;
    if (this.#pause === null) this.#write();
  }

  dispose(): void {
    this.#pause?.dispose();
  }

  #write(): void {
    this.#logger.warn('Connections over the limit of the receiver were dropped', { count: this.#count });
    this.#count = 0;
    this.#pause = this.#scheduler.after(INTERVAL_MS, () => {
      this.#pause = null;
      if (this.#count > 0) this.#write();
    });
  }
}
