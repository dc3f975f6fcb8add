import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** Delay after a change, so that a burst of changes, as in a sync, causes one tick. */
const DEBOUNCE_MS = 200;

/** Maximum time between two ticks: the wall clock can jump, and sleep stops timers. */
const MAX_WAIT_MS = MINUTE_MS;

/** Ticks after changes, at the moment of each status change, and at least once a minute. One timer. */
export class Ticker implements Disposable {
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #evaluate: (now: number) => number;
  readonly #ticked = new Emitter<void>('ticker.ticked');
  #pending: { readonly at: number; readonly timer: Disposable } | null = null;

  /** Fires after each evaluation, even if nothing changed: the next expiry is closer. */
  readonly onDidTick = this.#ticked.event;

  /** @param evaluate evaluates the statuses at `now`. Gives the next change by time alone. Both Unix ms. */
  constructor(clock: Clock, scheduler: Scheduler, evaluate: (now: number) => number) {
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#evaluate = evaluate;
  }

  /** Something changed that can change a status or an alert. */
  invalidate(): void {
    this.#tickIn(DEBOUNCE_MS);
  }

  tick(): void {
    this.dispose();
    // First the next tick: an exception in this one must not end the others.
    this.#tickIn(MAX_WAIT_MS);
    const now = this.#clock.now();
    const changesAt = this.#evaluate(now);
    if (changesAt < now + MAX_WAIT_MS) this.#tickIn(changesAt - now);
    this.#ticked.fire();
  }

  dispose(): void {
    this.#pending?.timer.dispose();
    this.#pending = null;
  }

  #tickIn(delayMs: number): void {
    const at = this.#clock.monotonic() + delayMs;
    if (this.#pending !== null && this.#pending.at <= at) return;
    this.#pending?.timer.dispose();
    const timer = this.#scheduler.after(delayMs, () => {
      this.#pending = null;
      this.tick();
    });
    this.#pending = { at, timer };
  }
}
