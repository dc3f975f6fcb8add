import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Scheduler } from '#main/platform/time.ts';

/** A keychain that asks nobody answers sooner, also on a computer that wakes up. */
const WAIT_SHOWN_MS = 3000;

/** Calls during which a keychain may ask a person. They say that they wait, and can be ended. */
export class PersonalCalls {
  readonly #scheduler: Scheduler;
  readonly #changed = new Emitter<boolean>('personalCalls.changed');
  readonly #running = new Set<AbortController>();
  #late = 0;

  /** Fires with whether a call waits. */
  readonly onDidChange = this.#changed.event;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** @param call ends soon when its signal is aborted */
  async run<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#running.add(controller);
    let isLate = false;
    const timer: Disposable = this.#scheduler.after(WAIT_SHOWN_MS, () => {
      isLate = true;
      this.#count(1);
    });
    try {
      return await call(controller.signal);
    } finally {
      timer.dispose();
      this.#running.delete(controller);
      if (isLate) this.#count(-1);
    }
  }

  /** Ends all calls. */
  cancel(): void {
    for (const controller of [...this.#running]) controller.abort();
  }

  #count(by: number): void {
    const before = this.#late > 0;
    this.#late += by;
    if (this.#late > 0 !== before) this.#changed.fire(this.#late > 0);
  }
}
