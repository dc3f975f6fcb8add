import type { AppError } from '../errors.ts';
import type { OrderRow } from './order.ts';
import { DAY_MS, HOUR_MS } from './thresholds.ts';

/** Maximum of a `Retry-After`: a service must not disable an order. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/** A manual sync waits for a `Retry-After` until this long after the answer: a longer one is probably a mistake. */
export const MAX_MANUAL_WAIT_MS = HOUR_MS;

/** The `Retry-After` of an error (RFC 9110, section 10.2.3) in milliseconds, at most 24 hours; 0 without one. */
export function retryAfterMs(error: AppError | null): number {
  if (error?.kind !== 'rateLimited' && error?.kind !== 'serverError') return 0;
  return Math.min(Math.max(0, Math.ceil(error.retryAfterMs ?? 0)), MAX_RETRY_AFTER_MS);
}

/**
 * When the `Retry-After` of an order ends (Unix ms); `null` without one. An earlier plan, as after "Sync now" or with
 * a new token, ends it.
 */
export function waitsUntil(
  { failure, lastAttemptAt, nextPollAt }: Pick<OrderRow, 'failure' | 'lastAttemptAt' | 'nextPollAt'>,
  now: number,
): number | null {
  const waitMs = retryAfterMs(failure);
  if (waitMs === 0 || lastAttemptAt === null || nextPollAt === null) return null;
  // Never more than the whole wait: the wall clock may have been set back since.
  const until = Math.min(lastAttemptAt + waitMs, nextPollAt, now + waitMs);
  return until > now ? until : null;
}
