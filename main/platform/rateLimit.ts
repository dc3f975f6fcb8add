import { err, ok, type Result } from '#shared/result.ts';
import type { Clock } from './time.ts';

/** Lets something be done only so many times within any span of time. */
export class RateLimit {
  readonly #times: number;
  readonly #withinMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** When it was done in the last span, oldest first; monotonic milliseconds. */
  #done: readonly number[] = [];

  constructor(times: number, withinMs: number, clock: Pick<Clock, 'monotonic'>) {
    this.#times = times;
    this.#withinMs = withinMs;
    this.#clock = clock;
  }

  /** Whether it may be done now, `count` times at once; more than `times` never may. Error: `tooOften`. */
  check(count = 1): Result<null> {
    const now = this.#clock.monotonic();
    this.#done = this.#done.filter((at) => at > now - this.#withinMs);
    const excess = this.#done.length + count - this.#times;
    if (excess <= 0) return ok(null);
    const freed = this.#done[excess - 1] ?? now;
    return err({ kind: 'tooOften', waitMs: freed + this.#withinMs - now });
  }

  /** As `check`, and counts it when it may be done. */
  take(count = 1): Result<null> {
    const checked = this.check(count);
    if (checked.ok) this.#done = [...this.#done, ...Array<number>(count).fill(this.#clock.monotonic())];
    return checked;
  }
}
