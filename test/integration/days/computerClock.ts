import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { SkippableTime } from '#test/support/fakeTime.ts';

/** After this time the app has noticed that its clock was set, or that the computer slept, although nobody told it, ms. */
export const COMPARED_MS = 6 * MINUTE_MS;

/** The clock of the computer, which can be wrong. */
export class ComputerClock {
  readonly #time: SkippableTime;
  #aheadMs = 0;
  /** When it was set last, monotonic ms. */
  #setAt = Number.NEGATIVE_INFINITY;

  constructor(time: SkippableTime) {
    this.#time = time;
  }

  /** The true time, Unix ms. */
  now(): number {
    return this.#time.clock.now() - this.#aheadMs;
  }

  /** How far it is ahead of the true time, ms. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Whether it is right, and the app has noticed that. */
  get isRight(): boolean {
    return this.#aheadMs === 0 && this.#time.clock.monotonic() - this.#setAt > COMPARED_MS;
  }

  /** Sets it wrong by these ms; 0: right. */
  set(aheadMs: number): void {
    this.#time.setAhead(aheadMs - this.#aheadMs);
    this.#aheadMs = aheadMs;
    this.#setAt = this.#time.clock.monotonic();
  }
}
