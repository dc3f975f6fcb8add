import type { Disposable } from './disposable.ts';
import { isolated } from './errors.ts';

/** Time as a port, so that tests control it. */
export interface Clock {
  /** Wall clock, whole Unix milliseconds. Jumps when the user or NTP sets it: for expiry, never for intervals. */
  now(): number;
  /** Milliseconds with fractions since an arbitrary start; never goes back. For intervals; never stored or sent as a time. */
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

/**
 * Runs something again and again. An exception is reported, and does not end it.
 * @param name constant name for the log
 * @param everyMs milliseconds from one run to the next; a function is asked after each run
 * @param firstMs milliseconds to the first run
 */
export function repeat(
  scheduler: Scheduler,
  name: string,
  everyMs: number | (() => number),
  run: () => void,
  firstMs?: number,
): Disposable {
  const delayMs = () => (typeof everyMs === 'number' ? everyMs : everyMs());
  let isEnded = false;
  let next: Disposable;
  const wait = (ms: number) => {
    next = scheduler.after(ms, () => {
      isolated(name, run);
      if (!isEnded) wait(delayMs());
    });
  };
  wait(firstMs ?? delayMs());
  return {
    dispose() {
      isEnded = true;
      next.dispose();
    },
  };
}

/** What waits for its time and comes this much later, in ms, has missed it: its timer was lost, or it failed. */
export const LATE_MS = 60_000;

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
