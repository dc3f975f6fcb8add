import { useSyncExternalStore } from 'react';
import { createTicker, type Grain } from './ticker.ts';

const ticker = createTicker({
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

document.addEventListener('visibilitychange', () => ticker.setPaused(document.hidden));
// After sleep the timer is late; the window usually gets the focus first.
window.addEventListener('focus', ticker.tick);

const subscribers = {
  second: (listener: () => void) => ticker.subscribe('second', listener),
  minute: (listener: () => void) => ticker.subscribe('minute', listener),
} as const satisfies Record<Grain, unknown>;

const readers = {
  second: () => ticker.current('second'),
  minute: () => ticker.current('minute'),
} as const satisfies Record<Grain, unknown>;

/** The present moment (Unix ms), told anew every whole second or minute for as long as the page can be seen. */
export function useNow(grain: Grain): number {
  return useSyncExternalStore(subscribers[grain], readers[grain]);
}

/** Calls `listener` at every tick, as `useNow` renders; the returned function ends it. */
export function followTime(grain: Grain, listener: () => void): () => void {
  return subscribers[grain](listener);
}

/** The moment of the last tick of any grain, Unix ms. */
export function lastTick(): number {
  return ticker.current('second');
}

/** Ticks now: what main tells is of this moment, and after sleep the timer may be a minute late. */
export function tickNow(): void {
  ticker.tick();
}
