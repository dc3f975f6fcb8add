import { useSyncExternalStore } from 'react';
import { createTicker, type Grain } from './ticker.ts';

/** How far the clock of this computer is ahead, ms. */
let aheadMs = 0;

/** The time (Unix ms), without the error of the clock that main knows. */
export function currentTime(): number {
  return Date.now() - aheadMs;
}

const ticker = createTicker({
  now: currentTime,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

/** Pauses while the page is hidden. To be called once in a page. */
export function tickWhileVisible(): void {
  document.addEventListener('visibilitychange', () => ticker.setPaused(document.hidden));
  // After sleep the timer is late; the window usually gets the focus first.
  window.addEventListener('focus', ticker.tick);
}

const subscribers = {
  second: (listener: () => void) => ticker.subscribe('second', listener),
  minute: (listener: () => void) => ticker.subscribe('minute', listener),
} as const satisfies Record<Grain, unknown>;

const readers = {
  second: () => ticker.current('second'),
  minute: () => ticker.current('minute'),
} as const satisfies Record<Grain, unknown>;

/** The current time (Unix ms), updated every full second or minute while the page is visible. */
export function useNow(grain: Grain): number {
  return useSyncExternalStore(subscribers[grain], readers[grain]);
}

/**
 * The current time (Unix ms), updated every full minute, and with whatever draws the component again: data that came since
 * the last minute is not read as of the future.
 */
export function useTimeOfData(): number {
  return Math.max(useNow('minute'), lastTick());
}

/** Calls `listener` at every tick. The returned function unsubscribes. */
export function followTime(grain: Grain, listener: () => void): () => void {
  return subscribers[grain](listener);
}

/** The moment of the last tick of any grain, Unix ms. */
export function lastTick(): number {
  return ticker.current('second');
}

/**
 * Ticks now: new state of main is current, and after sleep the timer may be a minute late.
 * @param clockAheadMs what main knows of the clock; `null`: nothing
 */
export function tickNow(clockAheadMs: number | null = null): void {
  aheadMs = clockAheadMs ?? 0;
  ticker.tick();
}
