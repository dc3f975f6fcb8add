import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** When a certificate is valid, in Unix ms. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

export type ThresholdRules = Pick<Settings, 'alertDays' | 'warningLifetimeDivisor'>;

/**
 * The thresholds that a certificate has passed at `now` (Unix ms), as set in days, most first; 0 is the expiry itself.
 * For short lifetimes they all come later, in proportion: the first one when the last part (1/n) of the lifetime
 * begins, so that a 6-day certificate is not alerted at birth.
 */
export function passedThresholds(
  { notBefore, notAfter }: Validity,
  { alertDays, warningLifetimeDivisor }: ThresholdRules,
  now: number,
): number[] {
  const largestMs = Math.max(...alertDays) * DAY_MS;
  const lifetimeMs = Math.max(0, notAfter - notBefore);
  const factor = Math.min(1, lifetimeMs / warningLifetimeDivisor / largestMs);
  const leftMs = notAfter - now;
  const passed = alertDays.filter((days) => leftMs <= days * DAY_MS * factor);
  // Valid through its notAfter (RFC 5280, 4.1.2.5).
  return leftMs < 0 ? [...passed, 0] : passed;
}
