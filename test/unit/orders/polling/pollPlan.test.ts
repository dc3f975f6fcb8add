import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  delayAfterFailure,
  delayAfterSuccess,
  delayOnWaking,
  isRenewalDue,
  pollIntervalMs,
  remainingDelay,
  remainingRetryAfter,
} from '#main/orders/polling/pollPlan.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';

const now = Date.UTC(2026, 5, 1);
const healthy = { chainEnd: null, notBefore: now - 30 * DAY_MS, notAfter: now + 60 * DAY_MS };
const nearlyOver = { chainEnd: null, notBefore: now - 80 * DAY_MS, notAfter: now + 10 * DAY_MS };
const unknown = { chainEnd: null, notBefore: null, notAfter: null };
const refused: AppError = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' };

describe('the interval of an order', () => {
  it('is that of the settings while nothing is due', () => {
    expect(pollIntervalMs(healthy, defaultSettings, now)).toBe(6 * HOUR_MS);
    expect(pollIntervalMs(unknown, defaultSettings, now)).toBe(6 * HOUR_MS);
  });

  it('is an hour inside the warning window and after the end, or less where less is set', () => {
    expect(pollIntervalMs(nearlyOver, defaultSettings, now)).toBe(HOUR_MS);
    expect(pollIntervalMs({ ...nearlyOver, notAfter: now - DAY_MS }, defaultSettings, now)).toBe(HOUR_MS);
    const often = { ...defaultSettings, pollIntervalMinutes: 15 };
    expect(pollIntervalMs(nearlyOver, often, now)).toBe(15 * MINUTE_MS);
  });

  it('ends when a renewal is due that the set interval would miss', () => {
    const weekly = { ...defaultSettings, pollIntervalMinutes: 7 * 24 * 60 };
    const sixDays = { chainEnd: null, notBefore: now, notAfter: now + 6 * DAY_MS };
    expect(pollIntervalMs(sixDays, weekly, now)).toBe(4 * DAY_MS);
    expect(pollIntervalMs(sixDays, weekly, now + 4 * DAY_MS - MINUTE_MS)).toBe(HOUR_MS);
    expect(pollIntervalMs(healthy, weekly, now)).toBe(7 * DAY_MS);
  });

  it('follows the warning window of the settings, and a third of a short lifetime', () => {
    expect(isRenewalDue(healthy, { ...defaultSettings, warningDays: 61 }, now)).toBe(false);
    const short = { chainEnd: null, notBefore: now - 3 * DAY_MS, notAfter: now + 3 * DAY_MS };
    expect(isRenewalDue(short, defaultSettings, now)).toBe(false);
    expect(isRenewalDue(short, defaultSettings, now + DAY_MS)).toBe(true);
    expect(isRenewalDue({ ...unknown, notAfter: now + 29 * DAY_MS }, defaultSettings, now)).toBe(true);
  });

  it('is spread by a tenth either way, and never more', () => {
    expect(delayAfterSuccess(healthy, defaultSettings, now, () => 0)).toBe(5.4 * HOUR_MS);
    expect(delayAfterSuccess(healthy, defaultSettings, now, () => 0.5)).toBe(6 * HOUR_MS);
    expect(delayAfterSuccess(healthy, defaultSettings, now, () => 0.999_999_999)).toBe(6.6 * HOUR_MS);
  });
});

describe('the wait after a failure', () => {
  const wait = (failures: number, error: AppError, random = 0.999_999_999) =>
    delayAfterFailure(failures, error, healthy, defaultSettings, now, () => random);

  it('doubles from half a minute to an hour for transient errors', () => {
    expect([1, 2, 3, 7, 8, 100].map((failures) => wait(failures, refused))).toEqual([
      30_000,
      60_000,
      120_000,
      1_920_000,
      HOUR_MS,
      HOUR_MS,
    ]);
  });

  it('doubles up to the interval for errors that the user has to fix', () => {
    expect(wait(100, { kind: 'unknownRid' })).toBe(6 * HOUR_MS);
  });

  it('is random over the whole range, but never zero', () => {
    expect(wait(3, refused, 0.5)).toBe(60_000);
    expect(wait(3, refused, 0)).toBe(1000);
  });

  it('is never shorter than Retry-After, up to a day, and never a fraction of a millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 3 * DAY_MS, noNaN: true }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom<'rateLimited' | 'serverError'>('rateLimited', 'serverError'),
        (failures, retryAfter, random, kind) => {
          const delay = wait(failures, { kind, status: 503, retryAfterMs: retryAfter }, random);
          expect(delay).toBeGreaterThanOrEqual(Math.min(retryAfter, DAY_MS));
          expect(delay).toBeLessThanOrEqual(DAY_MS);
          expect(Number.isInteger(delay)).toBe(true);
        },
      ),
    );
  });
});

describe('after a start, sleep or a time without network', () => {
  const asked = (fields: object) => ({
    ...healthy,
    lastAttemptAt: now - 5 * MINUTE_MS,
    nextPollAt: now + 3 * HOUR_MS,
    failure: null,
    ...fields,
  });
  const delay = (fields: object) => delayOnWaking(asked(fields), defaultSettings, now);

  it('polls orders at once that were not polled recently', () => {
    expect(delay({ lastAttemptAt: null, nextPollAt: null })).toBe(0);
    expect(delay({ lastAttemptAt: now - 15 * MINUTE_MS })).toBe(0);
  });

  it('keeps the plan of recently polled orders', () => {
    expect(delay({})).toBe(3 * HOUR_MS);
    expect(delay({ failure: { kind: 'unknownRid' } })).toBe(3 * HOUR_MS);
  });

  it('polls unreachable orders at once, unless the service sent Retry-After', () => {
    expect(delay({ failure: refused })).toBe(0);
    expect(delay({ failure: { kind: 'rateLimited', retryAfterMs: HOUR_MS } })).toBe(55 * MINUTE_MS);
    const planned = { failure: { kind: 'rateLimited', retryAfterMs: HOUR_MS }, nextPollAt: now + MINUTE_MS };
    expect(delay(planned)).toBe(MINUTE_MS);
  });

  it('handles a wall clock that was set back', () => {
    expect(delay({ lastAttemptAt: now + 300 * DAY_MS, nextPollAt: now + 300 * DAY_MS })).toBe(0);
    const order = asked({ lastAttemptAt: now + 300 * DAY_MS, nextPollAt: now + 300 * DAY_MS });
    expect(remainingDelay(order, defaultSettings, now)).toBeCloseTo(6.6 * HOUR_MS);
    const held = asked({ lastAttemptAt: now + DAY_MS, failure: { kind: 'rateLimited', retryAfterMs: 9000 } });
    expect(remainingRetryAfter(held, now)).toBe(9000);
  });
});
