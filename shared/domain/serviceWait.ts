import type { AppError } from '../errors.ts';
import type { OrderRow } from './order.ts';
import { DAY_MS, HOUR_MS } from './thresholds.ts';

/** A `Retry-After` beyond this is cut: a service cannot switch an order off. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** A person who asks waits no longer than this after the answer that asked to wait: such a wait is a mistake, or absurd. */
export const LONGEST_WAIT_OF_A_PERSON_MS = HOUR_MS;

/** What the service asked to wait (RFC 9110, section 10.2.3), in milliseconds, at most 24 hours; 0 if it asked nothing. */
export function retryAfterMs(error: AppError | null): number {
  if (error?.kind !== 'rateLimited' && error?.kind !== 'serverError') return 0;
  return Math.min(Math.max(0, Math.ceil(error.retryAfterMs ?? 0)), LONGEST_RETRY_AFTER_MS);
}

/**
 * Until when (Unix ms) an order waits because the service asked to; `null`: it does not. A plan that is sooner, as after
 * "Sync now" or with a new token, ends the wait.
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

/** Whether the last poll of an order ended in the last `ms`. Not after the wall clock was set back before it. */
export function wasPolledWithin(
  { lastAttemptAt }: Pick<OrderRow, 'lastAttemptAt'>,
  ms: number,
  now: number,
): boolean {
  return lastAttemptAt !== null && lastAttemptAt <= now && now - lastAttemptAt < ms;
}
