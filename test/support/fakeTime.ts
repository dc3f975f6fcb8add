import type { Clock, Scheduler } from '#main/platform/time.ts';

/** Time that a test decides. */
export interface FakeTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Lets both clocks run for `ms`: every timer that comes due runs in its order and at its time, and promises settle
   * after each.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock alone, as a person, NTP, or the sleep of a machine does. */
  setNow(now: number): void;
  /** How many timers wait. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Makes a clock and a scheduler that stand still until they are advanced. @param now wall clock, Unix ms */
export function createFakeTime(now: number = Date.UTC(2026, 0, 1)): FakeTime {
  const timers = new Set<Timer>();
  let wallOffset = now;
  let steady = 0;
  let count = 0;
  const nextUntil = (end: number): Timer | null => {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.at > end) continue;
      if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
        next = timer;
    }
    return next;
  };
  return {
    clock: { now: () => Math.floor(wallOffset + steady), monotonic: () => steady },
    scheduler: {
      after(delayMs, run) {
        const timer = { at: steady + Math.max(0, delayMs), order: count++, run };
        timers.add(timer);
        return { dispose: () => timers.delete(timer) };
      },
    },
    async advance(ms) {
      const end = steady + ms;
      await settle();
      for (let timer = nextUntil(end); timer !== null; timer = nextUntil(end)) {
        timers.delete(timer);
        steady = Math.max(steady, timer.at);
        timer.run();
        await settle();
      }
      steady = end;
    },
    setNow(wall) {
      wallOffset = wall - steady;
    },
    pending: () => timers.size,
  };
}

/** Lets every promise that can settle do so. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
