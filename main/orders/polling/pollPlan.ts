import { fullJitter, type Random } from '#main/platform/backoff.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { isPassing } from '#shared/domain/conditions/failing.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { MAX_MANUAL_WAIT_MS, retryAfterMs, waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { HOUR_MS, MINUTE_MS, windowsFor } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';

export const MAX_IN_FLIGHT = 8;

/** Failures in a row after which a connection is probed with one order at a time. */
export const PROBE_AFTER_FAILURES = 5;

/** Polls vary by this part of their interval, so that orders added together spread out. */
const JITTER = 0.1;

const BACKOFF_BASE_MS = 30_000;
const BACKOFF_CAP_MS = HOUR_MS;

/** Full jitter can give zero; a service that is down needs a pause. */
const SHORTEST_BACKOFF_MS = 1000;

/** The shortest interval that can be set: an order polled within it is not polled again on waking. */
const RECENT_MS = 15 * MINUTE_MS;

const WAKE_JITTER_MS = 5000;

type Validity = Pick<OrderRow, 'notBefore' | 'notAfter' | 'chainEnd'>;
type Attempts = Pick<OrderRow, 'lastAttemptAt' | 'nextPollAt' | 'failure'>;

/** Whether an order is in its warning window or expired, so that a renewal is expected. Unix ms. */
export function isRenewalDue(order: Validity, settings: Settings, now: number): boolean {
  return untilDueMs(order, settings, now) <= 0;
}

/** Until the warning window begins; infinite if it is not known when. */
function untilDueMs(order: Validity, settings: Settings, now: number): number {
  const { notBefore, notAfter } = order;
  const end = endOf(order);
  if (notAfter === null || end === null) return Number.POSITIVE_INFINITY;
  const warningMs = windowsFor(notBefore, notAfter, settings).warningMs;
  return end - warningMs - now;
}

/**
 * Milliseconds between two polls of an order: as set, but at most an hour while its renewal is due. An interval that is
 * longer than the lifetime of a certificate ends when its renewal is due.
 */
export function pollIntervalMs(order: Validity, settings: Settings, now: number): number {
  const intervalMs = settings.pollIntervalMinutes * MINUTE_MS;
  return Math.min(intervalMs, Math.max(untilDueMs(order, settings, now), HOUR_MS));
}

/** Milliseconds from a success to the next poll: the interval, plus or minus a tenth. */
export function delayAfterSuccess(order: Validity, settings: Settings, now: number, random: Random): number {
  return Math.round(pollIntervalMs(order, settings, now) * (1 - JITTER + 2 * JITTER * random()));
}

/**
 * Milliseconds from a failure to the next poll: exponential back-off with full jitter, at least `Retry-After`. The
 * maximum is an hour for passing errors, and the interval for errors that the user has to fix.
 * @param failures failures in a row, from 1
 */
export function delayAfterFailure(
  failures: number,
  error: AppError,
  order: Validity,
  settings: Settings,
  now: number,
  random: Random,
): number {
  const intervalMs = pollIntervalMs(order, settings, now);
  const mayPass = isPassing(error) || concernsConnection(error);
  const capMs = mayPass ? Math.min(intervalMs, BACKOFF_CAP_MS) : intervalMs;
  return Math.max(backoffMs(failures, capMs, random), retryAfterMs(error));
}

/** Milliseconds until the next probe of a connection after `failures` in a row, from 1. */
export function probeDelay(failures: number, error: AppError, random: Random): number {
  return Math.max(backoffMs(failures, BACKOFF_CAP_MS, random), retryAfterMs(error));
}

/** Milliseconds left of an order's `Retry-After`, by the wall clock. */
export function remainingRetryAfter(order: Attempts, now: number): number {
  return (waitsUntil(order, now) ?? now) - now;
}

/** As `remainingRetryAfter` for a manual sync: until an hour after the answer at most. */
export function remainingForUser(order: Attempts, now: number): number {
  const endsAt = (order.lastAttemptAt ?? now) + MAX_MANUAL_WAIT_MS;
  return Math.min(remainingRetryAfter(order, now), Math.max(0, endsAt - now), MAX_MANUAL_WAIT_MS);
}

/** The settings that decide when orders are polled. */
export const planSettings = [
  'pollIntervalMinutes',
  'warningDays',
  'warningLifetimeDivisor',
] as const satisfies readonly (keyof Settings)[];

/** Milliseconds until the planned poll of an order, limited to what the current settings allow. */
export function remainingDelay(order: Attempts & Validity, settings: Settings, now: number): number {
  const longestMs = pollIntervalMs(order, settings, now) * (1 + JITTER);
  const plannedMs = order.nextPollAt === null ? 0 : order.nextPollAt - now;
  return Math.max(Math.min(Math.max(0, plannedMs), longestMs), remainingRetryAfter(order, now));
}

/** After start, sleep or a time without network: 0 if not polled recently, or failed because of the connection. */
export function delayOnWaking(order: Attempts & Validity, settings: Settings, now: number): number {
  const { failure, lastAttemptAt } = order;
  const isLost = failure !== null && concernsConnection(failure);
  // The wall clock may have been set back to before the last poll.
  const wasPolled = lastAttemptAt !== null && lastAttemptAt <= now && now - lastAttemptAt < RECENT_MS;
  return wasPolled && !isLost ? remainingDelay(order, settings, now) : remainingRetryAfter(order, now);
}

/** As `delayOnWaking`, but spread over seconds: networks need a moment, and many computers wake at the same time. */
export function delayOnResume(
  order: Attempts & Validity,
  settings: Settings,
  now: number,
  random: Random,
): number {
  const delayMs = delayOnWaking(order, settings, now);
  return delayMs > 0 ? delayMs : random() * WAKE_JITTER_MS;
}

/** For an order that was planned with other settings. */
export function delayWithSettings(
  order: Attempts & Validity,
  settings: Settings,
  now: number,
  random: Random,
): number {
  const sinceMs = Math.max(0, now - (order.lastAttemptAt ?? now));
  const intervalMs = delayAfterSuccess(order, settings, now, random);
  return Math.max(intervalMs - sinceMs, remainingRetryAfter(order, now), 0);
}

/** Whether an error concerns the connection or the whole service, not one order. */
export function concernsConnection(error: AppError): boolean {
  switch (error.kind) {
    case 'network':
    case 'tls':
    case 'timeout':
    case 'serverError':
    case 'rateLimited':
    case 'redirected':
      return true;
    case 'invalidResponse':
      return error.reason === 'html' || error.reason === 'excessData';
    default:
      return false;
  }
}

function backoffMs(failures: number, capMs: number, random: Random): number {
  return Math.max(SHORTEST_BACKOFF_MS, fullJitter(failures, { baseMs: BACKOFF_BASE_MS, capMs }, random));
}
