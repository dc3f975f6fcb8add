import { setImmediate } from 'node:timers/promises';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock } from '#main/platform/time.ts';
import { type Scheduler, systemScheduler } from '#main/platform/time.ts';

/** Time that goes on by itself, and leaps when a test says so. */
export interface LeapingTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Lets both clocks leap ahead by `ms`; what comes due on the way runs as soon as it may, in the order of its time. */
  leap(ms: number): void;
  /** As `leap`, in steps that nobody takes for the sleep of a machine. */
  pass(ms: number): Promise<void>;
}

const STEP_MS = 30_000;

interface Timer {
  readonly at: number;
  readonly run: () => void;
  waiting: Disposable;
}

/** Makes a clock and a scheduler that are the system's own but for their leaps: real sockets go on meanwhile. */
export function createLeapingTime(): LeapingTime {
  let ahead = 0;
  const timers = new Set<Timer>();
  const monotonic = () => performance.now() + ahead;
  const arm = (timer: Timer, delayMs: number) => {
    timer.waiting = systemScheduler.after(delayMs, () => {
      timers.delete(timer);
      timer.run();
    });
  };
  const leap = (ms: number) => {
    ahead += ms;
    const now = monotonic();
    for (const timer of [...timers].sort((one, other) => one.at - other.at)) {
      timer.waiting.dispose();
      arm(timer, Math.max(0, timer.at - now));
    }
  };
  return {
    clock: { now: () => Math.floor(Date.now() + ahead), monotonic },
    scheduler: {
      after(delayMs, run) {
        if (delayMs <= 0) return systemScheduler.after(0, run);
        const timer: Timer = { at: monotonic() + delayMs, run, waiting: { dispose: () => undefined } };
        timers.add(timer);
        arm(timer, delayMs);
        return {
          dispose() {
            timers.delete(timer);
            timer.waiting.dispose();
          },
        };
      },
    },
    leap,
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        leap(Math.min(left, STEP_MS));
        await setImmediate();
      }
    },
  };
}
