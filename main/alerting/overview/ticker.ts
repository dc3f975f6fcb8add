import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { type Clock, LATE_MS, type Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** Delay after a change, so that a burst of changes, as in a sync, causes one tick. */
const DEBOUNCE_MS = 200;

/**
 * Rest after a tick, as a multiple of the time that it took: with thousands of orders, changes that go on, as in a sync,
 * may not take more than a twenty-fifth of the processor.
 */
const REST_FACTOR = 25;

/**
 * Maximum time between two ticks. Alerts that wait for days, such as those for drift, have no exact moment.
 * Rarely, because each evaluation of all orders leaves garbage, whose collection wakes several threads.
 */
const MAX_WAIT_MS = 15 * MINUTE_MS;

/** Ticks after changes, at the moment of each change by time alone, and at least every 15 minutes. One timer. */
export class Ticker implements Disposable {
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #evaluate: (now: number) => number;
  readonly #settle: (now: number) => number;
  readonly #ticked = new Emitter<void>('ticker.ticked');
  /** Monotonic ms before which no change causes a tick. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #settling: Disposable | null = null;
  #isDisposed = false;
  #pending: { readonly at: number; readonly timer: Disposable } | null = null;

  /** Fires after each evaluation, even if nothing changed: the next expiry is closer. */
  readonly onDidTick = this.#ticked.event;

  /**
   * Both functions take the time of the tick and give the time of the next change by time alone, Unix ms.
   * @param evaluate evaluates the statuses
   * @param settle evaluates the rest, after the listeners have run: in the next turn of the event loop, because with
   *   thousands of orders both together delay what waits for this process
   */
  constructor(
    clock: Clock,
    scheduler: Scheduler,
    evaluate: (now: number) => number,
    settle: (now: number) => number,
  ) {
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#evaluate = evaluate;
    this.#settle = settle;
  }

  /** Something changed that can change a status or an alert. */
  invalidate(): void {
    this.#tickIn(Math.max(DEBOUNCE_MS, this.#restsUntil - this.#clock.monotonic()));
  }

  tick(): void {
    if (this.#isDisposed) return;
    this.#clear();
    // First the next tick: an exception in this one must not end the others.
    this.#tickIn(MAX_WAIT_MS);
    const startedAt = this.#clock.monotonic();
    const now = this.#clock.now();
    const changesAt = this.#evaluate(now);
    this.#tickAt(changesAt, now);
    this.#ticked.fire();
    const tookMs = this.#rest(startedAt, 0);
    // The app may have begun to quit meanwhile.
    if (this.#isDisposed) return;
    this.#settling = this.#scheduler.after(0, () => {
      const settlesAt = this.#clock.monotonic();
      this.#tickAt(this.#settle(now), now);
      this.#rest(settlesAt, tookMs);
    });
  }

  /** Ticks, if the timer missed its time. */
  catchUp(): void {
    if ((this.#pending?.at ?? 0) < this.#clock.monotonic() - LATE_MS) this.tick();
  }

  /** @param sinceMs monotonic ms @param beforeMs that the tick took before. @returns what it took so far, in ms */
  #rest(sinceMs: number, beforeMs: number): number {
    const endedAt = this.#clock.monotonic();
    const tookMs = beforeMs + endedAt - sinceMs;
    this.#restsUntil = endedAt + tookMs * REST_FACTOR;
    return tookMs;
  }

  /** Ends all ticks: what still changes while the app quits causes none. */
  dispose(): void {
    this.#isDisposed = true;
    this.#clear();
  }

  #clear(): void {
    this.#settling?.dispose();
    this.#settling = null;
    this.#pending?.timer.dispose();
    this.#pending = null;
  }

  /** Both Unix ms. */
  #tickAt(at: number, now: number): void {
    if (at < now + MAX_WAIT_MS) this.#tickIn(at - now);
  }

  #tickIn(delayMs: number): void {
    if (this.#isDisposed) return;
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
