import { setImmediate as nextLoop } from 'node:timers/promises';
import type { ConfirmedClock } from '#main/platform/confirmedClock.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { type Clock, type Scheduler, systemScheduler } from '#main/platform/time.ts';

/** A clock and a scheduler that stand still until the test advances them. */
export interface FakeTime {
  readonly clock: Clock;
  /** The wall clock, until a test has another one. */
  readonly confirmedClock: Pick<ConfirmedClock, 'now' | 'aheadMs'>;
  readonly scheduler: Scheduler;
  /** As `SystemTime` has it, but fires only when the test calls `compare`. */
  readonly onDidCompare: Event<void>;
  compare(): void;
  /** Advances both clocks by `ms`. Due timers run in order, each at its time; pending promises settle after each timer. */
  advance(ms: number): Promise<void>;
  /** As `advance`, without a turn of the event loop: promises settle later. */
  advanceSync(ms: number): void;
  /** Sets the wall clock only, as the user, NTP or a computer waking from sleep does. */
  setNow(now: number): void;
  /** Whole milliseconds since the start. */
  passed(): number;
  /** The number of waiting timers. */
  pending(): number;
}

/** The system's own clock and timers, so that real sockets work, with the option to skip ahead. */
export interface SkippableTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Moves both clocks ahead by `ms` at once. Timers that became due run as soon as possible, in order of their time. */
  skip(ms: number): void;
  /** As `skip`, in steps that are too short to look like a computer waking from sleep. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, ahead or back: as a computer that slept, or whose clock was set. */
  setAhead(ms: number): void;
  /** The number of waiting timers. */
  pending(): number;
}

const STEP_MS = 30_000;

/** The monotonic clock of a process does not begin at 0, and has fractions. */
const STEADY_START_MS = 4211;

/** Passes at each reading of the monotonic clock, ms: an exact binary fraction, less than a millisecond in a thousand readings. */
const READING_MS = 2 ** -20;

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Creates time that stands still until it is advanced. @param from wall clock, Unix ms */
export function createFakeTime(from: number = Date.UTC(2026, 0, 1)): FakeTime {
  const timers = new Set<Timer>();
  const compared = new Emitter<void>('fakeTime.compared');
  let wallOffset = from;
  let steady = 0;
  let count = 0;
  let readings = 0;
  const takeNext = (end: number): Timer | null => {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.at > end) continue;
      if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
        next = timer;
    }
    if (next !== null) {
      timers.delete(next);
      steady = Math.max(steady, next.at);
    }
    return next;
  };
  const now = () => Math.floor(wallOffset + steady);
  return {
    clock: { now, monotonic: () => STEADY_START_MS + steady + ++readings * READING_MS },
    confirmedClock: { now, aheadMs: () => null },
    scheduler: {
      after(delayMs, run) {
        const timer = { at: steady + Math.max(0, delayMs), order: count++, run };
        timers.add(timer);
        return { dispose: () => timers.delete(timer) };
      },
    },
    onDidCompare: compared.event,
    compare: () => compared.fire(),
    async advance(ms) {
      const end = steady + ms;
      await nextLoop();
      for (let timer = takeNext(end); timer !== null; timer = takeNext(end)) {
        timer.run();
        await nextLoop();
      }
      steady = end;
    },
    advanceSync(ms) {
      const end = steady + ms;
      for (let timer = takeNext(end); timer !== null; timer = takeNext(end)) timer.run();
      steady = end;
    },
    setNow(wall) {
      wallOffset = wall - steady;
    },
    passed: () => Math.floor(steady),
    pending: () => timers.size,
  };
}

interface RealTimer {
  readonly at: number;
  readonly run: () => void;
  waiting: Disposable;
}

/** Creates real time that a test can skip ahead. */
export function createSkippableTime(): SkippableTime {
  let ahead = 0;
  let wallAhead = 0;
  const timers = new Set<RealTimer>();
  const monotonic = () => performance.now() + ahead;
  const arm = (timer: RealTimer, delayMs: number) => {
    timer.waiting = systemScheduler.after(delayMs, () => {
      timers.delete(timer);
      timer.run();
    });
  };
  const skip = (ms: number) => {
    ahead += ms;
    const now = monotonic();
    for (const timer of [...timers].sort((one, other) => one.at - other.at)) {
      timer.waiting.dispose();
      arm(timer, Math.max(0, timer.at - now));
    }
  };
  return {
    clock: { now: () => Math.floor(Date.now() + ahead + wallAhead), monotonic },
    scheduler: {
      after(delayMs, run) {
        if (delayMs <= 0) return systemScheduler.after(0, run);
        const timer: RealTimer = { at: monotonic() + delayMs, run, waiting: { dispose: () => undefined } };
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
    skip,
    async advance(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        skip(Math.min(left, STEP_MS));
        await nextLoop();
      }
    },
    setAhead: (ms) => {
      wallAhead += ms;
    },
    pending: () => timers.size,
  };
}
