import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { EndpointRecord } from './endpointRecord.ts';

/** Probes are spread by this part of their interval, so that endpoints added together do not stay together. */
const JITTER = 0.05;

/** Probes that were missed are not made up for all at once: so long for each, and at most so long for all. */
const SPREAD_EACH_MS = 500;
const SPREAD_MAX_MS = 10 * MINUTE_MS;

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Milliseconds from a probe to the next. */
export function delayAfterProbe(intervalMinutes: number, random: Random): number {
  return Math.round(intervalMinutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * random()));
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
