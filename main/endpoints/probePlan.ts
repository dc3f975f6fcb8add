import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { EndpointRecord } from './endpointRecord.ts';

/** Probes are spread by this part of their interval, so that endpoints added together do not stay together. */
const JITTER = 0.05;

/** When to look after a renewal, or after files were switched, until the leaf is served: a reload takes a person's time. */
const LADDER_MS = [30_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const;

/** Probes that were missed are not made up for all at once: so long for each, and at most so long for all. */
const SPREAD_EACH_MS = 500;
const SPREAD_MAX_MS = 10 * MINUTE_MS;

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Milliseconds from a probe to the next. */
export function delayAfterProbe(intervalMinutes: number, random: Random): number {
  return Math.round(intervalMinutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * random()));
}

/** Milliseconds to the next look at an order's places. @param passedMs since something happened; `null`: no more of them */
export function delayOnLadder(passedMs: number): number | null {
  const rung = LADDER_MS.find((at) => at > passedMs);
  return rung === undefined ? null : rung - passedMs;
}

/** Milliseconds until a planned probe, held within what could be planned; 0: it is due, or was missed. */
export function remainingDelay(
  { endpoint, nextProbeAt }: Pick<EndpointRecord, 'endpoint' | 'nextProbeAt'>,
  now: number,
): number {
  const longestMs = endpoint.intervalMinutes * MINUTE_MS * (1 + JITTER);
  return Math.min(Math.max(0, (nextProbeAt ?? now) - now), longestMs);
}

/** Milliseconds over which missed probes are spread. */
export function spreadMs(missed: number): number {
  return Math.min(missed * SPREAD_EACH_MS, SPREAD_MAX_MS);
}
