import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** How often a text that shows time changes. */
export type Grain = 'second' | 'minute';

const unitMs = { second: 1000, minute: MINUTE_MS } as const satisfies Record<Grain, number>;
/** Timers may fire a little before their time; a tick this close to its boundary counts as on it. */
const EARLY_MS = 40;

interface TickerSurroundings {
  readonly now: () => number;
  /** Runs `callback` once after `ms`; the returned function calls it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** The next whole second or minute after `now` (Unix ms). */
export function nextBoundary(now: number, grain: Grain): number {
  return (Math.floor(now / unitMs[grain]) + 1) * unitMs[grain];
}

/** One timer for everything that shows time: per second only while someone asks for seconds. */
export function createTicker({ now, after }: TickerSurroundings) {
  const listeners = { second: new Set<() => void>(), minute: new Set<() => void>() };
  const times = { second: now(), minute: now() };
  let cancel: (() => void) | null = null;
  let paused = false;

  function arm(): void {
    cancel?.();
    cancel = null;
    if (paused || (listeners.second.size === 0 && listeners.minute.size === 0)) return;
    const from = now();
    const target = nextBoundary(from, listeners.second.size > 0 ? 'second' : 'minute');
    cancel = after(target - from, () => {
      const time = now();
      advance(time < target && target - time <= EARLY_MS ? target : time);
    });
  }

  /** Whether `time` is not in the second or minute of the last tick. */
  function isPast(grain: Grain, time: number): boolean {
    return nextBoundary(time, grain) !== nextBoundary(times[grain], grain);
  }

  function advance(time: number): void {
    const isNewMinute = isPast('minute', time);
    times.second = time;
    if (isNewMinute) times.minute = time;
    const due = isNewMinute ? [...listeners.second, ...listeners.minute] : [...listeners.second];
    for (const listener of due) listener();
    arm();
  }

  return {
    /** Calls `listener` at every whole second or minute. The returned function ends it. */
    subscribe: (grain: Grain, listener: () => void) => {
      const isFirst = listeners[grain].size === 0;
      listeners[grain].add(listener);
      if (isFirst) {
        const time = now();
        // Within the same second or minute the moment stays, so that nothing is drawn twice.
        if (isPast(grain, time)) times[grain] = time;
        arm();
      }
      return () => {
        listeners[grain].delete(listener);
        if (listeners[grain].size === 0) arm();
      };
    },
    /** The moment of the last tick of that grain, Unix ms: equal between ticks, so that it can key a render. */
    current: (grain: Grain) => times[grain],
    /** Stops while the page is hidden. Resuming ticks at once. */
    setPaused: (next: boolean) => {
      if (paused === next) return;
      paused = next;
      if (paused) arm();
      else advance(now());
    },
    /** Ticks now: the clock may have jumped. */
    tick: () => {
      if (!paused) advance(now());
    },
  };
}
