/** A number from 0 up to, not including, 1. */
export type Random = () => number;

export interface BackoffOptions {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Exponential back-off with full jitter: `random(0, min(cap, base * 2^n))`.
 * @param failures failures in a row, from 1
 * @returns milliseconds to wait
 */
export function fullJitter(failures: number, options: BackoffOptions, random: Random): number {
  const ceiling = Math.min(options.capMs, options.baseMs * 2 ** Math.min(failures - 1, 50));
  return Math.round(random() * ceiling);
}
