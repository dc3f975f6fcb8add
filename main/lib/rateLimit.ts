import { err, ok, type Result } from '#shared/result.ts';
import type { Clock } from './clock.ts';

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

  /** Whether it may be done now. Error: `tooOften`. */
  check(): Result<null> {
    const now = this.#clock.monotonic();
    this.#done = this.#done.filter((at) => at > now - this.#withinMs);
    const [oldest] = this.#done;
    if (oldest === undefined || this.#done.length < this.#times) return ok(null);
    return err({ kind: 'tooOften', waitMs: oldest + this.#withinMs - now });
  }

  /** As `check`, and counts it when it may be done. */
  take(): Result<null> {
    const checked = this.check();
    if (checked.ok) this.#done = [...this.#done, this.#clock.monotonic()];
    return checked;
  }
}
