/** Time as a port, so that tests decide it. */
export interface Clock {
  /** Wall clock, Unix milliseconds. Jumps when the person or NTP sets it: for expiry, never for intervals. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. For intervals. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
