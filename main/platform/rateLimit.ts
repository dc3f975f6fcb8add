import { err, ok, type Result } from '#shared/result.ts';
import type { Clock } from './time.ts';

/** Limits how often something may happen within a sliding time window. */
export class RateLimit {
  readonly #times: number;
  readonly #withinMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Times within the window, oldest first; monotonic milliseconds. */
  #done: readonly number[] = [];

  constructor(times: number, withinMs: number, clock: Pick<Clock, 'monotonic'>) {
    this.#times = times;
    this.#withinMs = withinMs;
    this.#clock = clock;
  }

  /** Whether it may happen `count` times now; never more than `times`. Error: `tooOften`. */
  check(count = 1): Result<null> {
    const now = this.#clock.monotonic();
    this.#done = this.#done.filter((at) => at > now - this.#withinMs);
    const excess = this.#done.length + count - this.#times;
    if (excess <= 0) return ok(null);
    const freed = this.#done[excess - 1] ?? now;
    return err({ kind: 'tooOften', waitMs: Math.ceil(freed + this.#withinMs - now) });
  }

  /** Like `check`, and counts it when allowed. */
  take(count = 1): Result<null> {
    const checked = this.check(count);
    if (checked.ok) this.#done = [...this.#done, ...Array<number>(count).fill(this.#clock.monotonic())];
    return checked;
  }
}
