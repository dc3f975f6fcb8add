import type { Random } from '#main/platform/backoff.ts';
import type { Clock } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { EndpointRecord } from './endpointRecord.ts';

/** Random spread as a share of the interval, so that endpoints added together drift apart. */
const JITTER = 0.05;

/** Missed probes are spread over this time: per probe, and at most in total. */
const SPREAD_EACH_MS = 500;
const SPREAD_MAX_MS = 10 * MINUTE_MS;

/** Delay in ms from one probe to the next. */
export function delayAfterProbe(intervalMinutes: number, random: Random): number {
  return Math.round(intervalMinutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * random()));
}

/** Delay in ms until a planned probe, at most one interval; 0: it is due. */
export function remainingDelay(
  { endpoint, nextProbeAt }: Pick<EndpointRecord, 'endpoint' | 'nextProbeAt'>,
  now: number,
): number {
  const longestMs = endpoint.intervalMinutes * MINUTE_MS * (1 + JITTER);
  return Math.min(Math.max(0, (nextProbeAt ?? now) - now), longestMs);
}

/** Time in ms over which missed probes are spread. */
export function spreadMs(missed: number): number {
  return Math.min(missed * SPREAD_EACH_MS, SPREAD_MAX_MS);
}

/** Probe times (ms) after a renewal or an export: soon, as a command may reload the server, then less often. */
const RUNGS_MS = [5000, 30_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const;

/** Endpoints that are probed more often until they serve a new certificate. */
export class ProbeBackoff {
  readonly #clock: Clock;
  /** Start of each wait, monotonic ms. */
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(id: string): void {
    this.#since.set(id, this.#clock.monotonic());
  }

  end(id: string): void {
    this.#since.delete(id);
  }

  /** Delay in ms to the next probe; `null`: not waiting, or the last step has passed. */
  delay(id: string): number | null {
    const since = this.#since.get(id);
    if (since === undefined) return null;
    const passedMs = this.#clock.monotonic() - since;
    const rung = RUNGS_MS.find((at) => at > passedMs);
    if (rung === undefined) this.#since.delete(id);
    return rung === undefined ? null : rung - passedMs;
  }
}
