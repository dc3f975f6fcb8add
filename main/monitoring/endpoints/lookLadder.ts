import type { Clock } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';

/**
 * When to look after a renewal, or after files were switched: soon, as a command may reload the server, and then as a
 * person takes time to do it.
 */
const RUNGS_MS = [5000, 30_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const;

/** The endpoints that are looked at more often for a while, as a new leaf is waited for there. */
export class LookLadder {
  readonly #clock: Clock;
  /** Monotonic ms of when the wait began. */
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a wait, or begins it anew. */
  begin(id: string): void {
    this.#since.set(id, this.#clock.monotonic());
  }

  end(id: string): void {
    this.#since.delete(id);
  }

  /** Milliseconds to the next look; `null`: nothing is waited for, or no more. */
  delay(id: string): number | null {
    const since = this.#since.get(id);
    if (since === undefined) return null;
    const passedMs = this.#clock.monotonic() - since;
    const rung = RUNGS_MS.find((at) => at > passedMs);
    if (rung === undefined) this.#since.delete(id);
    return rung === undefined ? null : rung - passedMs;
  }
}
