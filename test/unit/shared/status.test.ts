import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import { deriveStatus, type StatusFacts } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS, windowsFor } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';

const now = Date.UTC(2026, 5, 15, 12);

function order(facts: Partial<StatusFacts> = {}): StatusFacts {
  return {
    notBefore: now - 30 * DAY_MS,
    notAfter: now + 60 * DAY_MS,
    notAfterSource: 'certificate',
    lastConfirmedAt: now - HOUR_MS,
    failures: 0,
    failure: null,
    findings: [],
    pushOnly: false,
    ...facts,
  };
}

const status = (facts: Partial<StatusFacts>, polling: 'active' | 'rejected' | 'probing' = 'active') =>
  deriveStatus(order(facts), polling, defaultSettings, now);

describe('deriveStatus', () => {
  it('is healthy when confirmed lately and far from notAfter', () => {
    expect(status({})).toBe('healthy');
  });

  it('is expiring inside 30 days and critical inside 7, for a long-lived certificate', () => {
    const long = { notBefore: now - 335 * DAY_MS };
    expect(status({ ...long, notAfter: now + 30 * DAY_MS + 1 })).toBe('healthy');
    expect(status({ ...long, notAfter: now + 30 * DAY_MS })).toBe('expiring');
    expect(status({ ...long, notAfter: now + 7 * DAY_MS + 1 })).toBe('expiring');
    expect(status({ ...long, notAfter: now + 7 * DAY_MS })).toBe('critical');
    expect(status({ ...long, notAfter: now })).toBe('critical');
    expect(status({ ...long, notAfter: now - 1 })).toBe('expired');
  });

  it('does not show a 6-day certificate red from birth', () => {
    expect(status({ notBefore: now - DAY_MS, notAfter: now + 5 * DAY_MS })).toBe('healthy');
    expect(status({ notBefore: now - 4.5 * DAY_MS, notAfter: now + 1.5 * DAY_MS })).toBe('expiring');
    expect(status({ notBefore: now - 5.5 * DAY_MS, notAfter: now + 0.5 * DAY_MS })).toBe('critical');
  });

  it('is not yet valid before notBefore', () => {
    expect(status({ notBefore: now + 1 })).toBe('notYetValid');
    expect(status({ notBefore: now })).toBe('healthy');
  });

  it('is stale when not confirmed for three intervals, never healthy', () => {
    const interval = defaultSettings.pollIntervalMinutes * 60_000;
    expect(status({ lastConfirmedAt: now - 3 * interval })).toBe('healthy');
    expect(status({ lastConfirmedAt: now - 3 * interval - 1 })).toBe('stale');
    expect(status({ lastConfirmedAt: null })).toBe('stale');
  });

  it('is never stale when push-only: nobody asks for it', () => {
    expect(status({ pushOnly: true, lastConfirmedAt: now - 400 * DAY_MS })).toBe('healthy');
    expect(status({ pushOnly: true, lastConfirmedAt: null })).toBe('healthy');
  });

  it('is stale when confirmed in what is now the future: the clock was wrong then, or is now', () => {
    expect(status({ lastConfirmedAt: now + 5 * 60_000 })).toBe('healthy');
    expect(status({ lastConfirmedAt: now + 5 * 60_000 + 1 })).toBe('stale');
    expect(status({ lastConfirmedAt: now + 400 * DAY_MS })).toBe('stale');
  });

  it('is rejected when the token was refused, unless the certificate itself is worse', () => {
    expect(status({}, 'rejected')).toBe('rejected');
    expect(status({ notAfter: now - 1 }, 'rejected')).toBe('expired');
  });

  it('takes one passing fault calmly, and shows the third, or the first that will not pass by itself', () => {
    const passing: AppError = { kind: 'serverError', status: 503, retryAfterMs: null };
    expect(status({ failures: 1, failure: passing })).toBe('healthy');
    expect(status({ failures: 3, failure: passing })).toBe('failing');
    expect(status({ failures: 1, failure: { kind: 'unknownRid' } })).toBe('failing');
  });

  it('is failing at the first fault when nothing was ever fetched, and never fetched without one', () => {
    const nothing = { notBefore: null, notAfter: null, notAfterSource: null, lastConfirmedAt: null } as const;
    expect(status(nothing)).toBe('neverFetched');
    expect(status({ ...nothing, failures: 1, failure: { kind: 'offline' } })).toBe('failing');
  });

  it('is never healthy from data that is old, missing, refused or failing, whatever the rest', () => {
    const facts = fc.record({
      notBefore: fc.option(fc.integer({ min: now - 400 * DAY_MS, max: now + 10 * DAY_MS })),
      notAfter: fc.option(fc.integer({ min: now - 400 * DAY_MS, max: now + 400 * DAY_MS })),
      notAfterSource: fc.constantFrom('certificate' as const, 'service' as const, null),
      lastConfirmedAt: fc.option(fc.integer({ min: now - 10 * DAY_MS, max: now })),
      failures: fc.integer({ min: 0, max: 6 }),
      failure: fc.constantFrom<AppError | null>(null, { kind: 'unknownRid' }, { kind: 'offline' }),
      findings: fc.constant([]),
      pushOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, fc.constantFrom('active' as const, 'rejected' as const), (given, polling) => {
        if (deriveStatus(given, polling, defaultSettings, now) !== 'healthy') return;
        expect(polling).toBe('active');
        expect(given.notAfterSource).toBe('certificate');
        if (!given.pushOnly) expect(given.lastConfirmedAt).toBeGreaterThanOrEqual(now - 18 * HOUR_MS);
        expect(given.notAfter).toBeGreaterThan(now);
        expect(given.notBefore).toBeLessThanOrEqual(now);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('windowsFor', () => {
  it('takes the days of the settings for long lifetimes and a part of short ones', () => {
    expect(windowsFor(0, 398 * DAY_MS, defaultSettings)).toEqual({
      warningMs: 30 * DAY_MS,
      criticalMs: 7 * DAY_MS,
    });
    expect(windowsFor(0, 30 * DAY_MS, defaultSettings)).toEqual({
      warningMs: 10 * DAY_MS,
      criticalMs: 3 * DAY_MS,
    });
  });

  it('is empty for a certificate that ends before it begins', () => {
    expect(windowsFor(10, 5, defaultSettings)).toEqual({ warningMs: 0, criticalMs: 0 });
  });
});
