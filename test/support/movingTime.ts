import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';

/** Time as the system has it: it goes on between two readings, and timers come up to a millisecond before their time. */
export interface MovingTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Runs the timer that is next. @returns whether there was one */
  next(): boolean;
}

const START = Date.UTC(2026, 0, 1);

/** @param random decides by how much the clock moves at a reading, and how early a timer comes: from 0 up to, not including, 1 */
export function createMovingTime(random: () => number): MovingTime {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let steady = 0;
  const monotonic = () => {
    steady += random() / 50;
    return steady;
  };
  return {
    clock: { now: () => Math.floor(START + monotonic()), monotonic },
    scheduler: {
      after(delayMs, run): Disposable {
        const timer = { at: steady + Math.max(0, delayMs), run };
        timers.add(timer);
        return { dispose: () => timers.delete(timer) };
      },
    },
    next() {
      const [first] = [...timers].sort((one, other) => one.at - other.at);
      if (first === undefined) return false;
      timers.delete(first);
      steady = Math.max(steady, first.at - random());
      first.run();
      return true;
    },
  };
}

/** Numbers from 0 up to, not including, 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
