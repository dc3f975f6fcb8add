import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import { ok, type Result } from '#shared/result.ts';

/** Limits that calls of several contexts share: a page under attack can make any call. */
export type CallLimits = ReturnType<typeof createCallLimits>;

export function createCallLimits(clock: Pick<Clock, 'monotonic'>) {
  const openings = new RateLimit(30, 60_000, clock);
  return {
    /** For probes. Without it a compromised page could scan a network. */
    probes: new RateLimit(30, 60_000, clock),
    /** For addresses that the page names and main then asks. */
    addresses: new RateLimit(30, 60_000, clock),
    /** Opens a page or a folder in another program. More than some in a minute do nothing. */
    opening: (open: () => void): void => {
      if (openings.take().ok) open();
    },
  };
}

/** Does what a limit allows. Error: that of the limit. */
export function within<T>(taken: Result<null>, work: () => Promise<Result<T>>): Promise<Result<T>>;
export function within<T>(taken: Result<null>, work: () => Result<T>): Result<T>;
export function within<T>(taken: Result<null>, work: () => Promise<Result<T>> | Result<T>) {
  return taken.ok ? work() : taken;
}

/** As `within`, where only some changes count, such as that of a stored address. */
export const counted = (limit: RateLimit, counts: boolean): Result<null> =>
  counts ? limit.take() : ok(null);
