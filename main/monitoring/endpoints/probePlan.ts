import type { Clock } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
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

/**
 * When to look after a renewal, or after files were switched: soon, as a command may reload the server, and then as a
 * person takes time to do it.
 */
const RUNGS_MS = [5000, 30_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const;

/** The endpoints that are looked at more often for a while, as a new leaf is waited for there. */
export class ProbeBackoff {
  readonly #clock: Clock;
  /** Monotonic ms of when the wait began. */
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a wait, or begins it anew. */
  begin(id: string): void {
    this.#since.set(id, this.#clock.monotonic());
  }

  end(id: string): void {
    this.#since.delete(id);
  }

  /** Milliseconds to the next look; `null`: nothing is waited for, or no more. */
  delay(id: string): number | null {
    const since = this.#since.get(id);
    if (since === undefined) return null;
    const passedMs = this.#clock.monotonic() - since;
    const rung = RUNGS_MS.find((at) => at > passedMs);
    if (rung === undefined) this.#since.delete(id);
    return rung === undefined ? null : rung - passedMs;
  }
}
