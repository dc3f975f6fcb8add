import type { Disposable } from './disposable.ts';

/** Time as a port, so that tests control it. */
export interface Clock {
  /** Wall clock, Unix milliseconds. Jumps when the user or NTP sets it: for expiry, never for intervals. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. For intervals. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Timers as a port. */
export interface Scheduler {
  /** Calls `run` once after `delayMs` (any length; 0 or less: as soon as possible). Disposing cancels. */
  after(delayMs: number, run: () => void): Disposable;
}

/** `setTimeout` fires at once beyond 2^31-1 ms (24.8 days); longer waits are re-armed. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemScheduler: Scheduler = {
  after(delayMs, run) {
    if (delayMs <= 0) {
      // A timer would delay sliced work by at least one millisecond.
      const turn = setImmediate(run);
      return { dispose: () => clearImmediate(turn) };
    }
    let timer: NodeJS.Timeout;
    const arm = (remaining: number) => {
      const wait = Math.min(remaining, LONGEST_TIMEOUT_MS);
      timer = setTimeout(() => (remaining > wait ? arm(remaining - wait) : run()), wait);
    };
    arm(delayMs);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Waits for work with a timeout. @returns whether it settled within `limitMs`. Rejects when the work does. */
export async function settlesWithin(
  work: Promise<unknown>,
  limitMs: number,
  scheduler: Scheduler,
): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>();
  const limit = scheduler.after(limitMs, () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    limit.dispose();
  }
}
