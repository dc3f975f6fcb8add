import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextThreshold,
  passedThresholds,
  type ThresholdRules,
} from '#main/alerting/alerts/alertThresholds.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

const rules: ThresholdRules = { ...defaultSettings, alertDays: [30, 14, 7, 3, 1] };

/** @param lifetime and @param left in days */
function passed(lifetime: number, left: number, alertDays: readonly number[] = rules.alertDays): number[] {
  const validity = { notBefore: 0, notAfter: lifetime * DAY_MS, chainEnd: null, tags: [], thresholds: null };
  return passedThresholds(validity, { ...rules, alertDays }, (lifetime - left) * DAY_MS);
}

describe('passedThresholds', () => {
  it.each([
    [31, []],
    [30, [30]],
    [14.001, [30]],
    [14, [30, 14]],
    [1, [30, 14, 7, 3, 1]],
    [0, [30, 14, 7, 3, 1]],
    [-0.001, [30, 14, 7, 3, 1, 0]],
    [-400, [30, 14, 7, 3, 1, 0]],
  ])('gives for a certificate of 90 days with %d left: %j', (left, expected) => {
    expect(passed(90, left)).toEqual(expected);
  });

  it.each([
    [6, []],
    [2.01, []],
    [2, [30]],
    [0.94, [30]],
    [0.93, [30, 14]],
    [0.06, [30, 14, 7, 3, 1]],
    [-0.01, [30, 14, 7, 3, 1, 0]],
  ])('gives fewer for a certificate of 6 days with %d left: %j', (left, expected) => {
    expect(passed(6, left)).toEqual(expected);
  });

  it('does not scale when the first threshold is short enough', () => {
    expect(passed(6, 2, [1])).toEqual([]);
    expect(passed(6, 1, [1])).toEqual([1]);
  });

  it('goes by a chain that expires before the certificate, with the days of its lifetime', () => {
    const chainEnd = { at: 50 * DAY_MS, name: 'Issuing CA' };
    const order = { notBefore: 0, notAfter: 90 * DAY_MS, chainEnd, tags: [], thresholds: null };
    expect(passedThresholds(order, rules, 40 * DAY_MS)).toEqual([30, 14]);
    expect(passedThresholds(order, rules, 51 * DAY_MS)).toContain(0);
    expect(nextThreshold(order, rules, 40 * DAY_MS)).toBe(43 * DAY_MS);
  });

  it('begins with the warning of an order or tag that has its own, and never before', () => {
    const validity = { notBefore: 0, notAfter: 365 * DAY_MS, chainEnd: null };
    const order = { ...validity, tags: [], thresholds: { warning: '60d', critical: '7d' } };
    expect(passedThresholds(order, rules, (365 - 60.1) * DAY_MS)).toEqual([]);
    expect(passedThresholds(order, rules, (365 - 60) * DAY_MS)).toEqual([30]);
    expect(nextThreshold(order, rules, 0)).toBe((365 - 60) * DAY_MS);
    const tagged = { ...validity, tags: ['Test'], thresholds: null };
    const ofTags = { ...rules, tagThresholds: [{ tag: 'test', warning: '5d', critical: '1d' }] };
    expect(nextThreshold(tagged, ofTags, 0)).toBe((365 - 5) * DAY_MS);
  });

  it('gives only the expiry of a certificate without a lifetime', () => {
    expect(passed(0, 1)).toEqual([]);
    expect(passed(0, -1)).toEqual([30, 14, 7, 3, 1, 0]);
  });

  it('gives none at notBefore, all after notAfter, and never fewer over time', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 10 })
      .map((all) => all.sort((a, b) => b - a));
    fc.assert(
      fc.property(days, fc.double({ min: 0.1, max: 800, noNaN: true }), (alertDays, lifetime) => {
        expect(passed(lifetime, lifetime, alertDays)).toEqual([]);
        expect(passed(lifetime, -0.001, alertDays)).toEqual([...alertDays, 0]);
        let former: number[] = [];
        for (let part = 1; part >= -0.1; part -= 0.1) {
          const now = passed(lifetime, lifetime * part, alertDays);
          expect(now.slice(0, former.length)).toEqual(former);
          former = now;
        }
      }),
    );
  });
});

describe('nextThreshold', () => {
  it('is the first moment at which another threshold is passed, to the millisecond', () => {
    const lifetimes = fc.integer({ min: 1, max: 400 * DAY_MS });
    const divisor = fc.integer({ min: 1, max: 20 });
    const past = fc.double({ min: 0, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(lifetimes, divisor, past, (lifetime, warningLifetimeDivisor, part) => {
        const notBefore = Date.UTC(2026, 0, 1);
        const validity = {
          notBefore,
          notAfter: notBefore + lifetime,
          chainEnd: null,
          tags: [],
          thresholds: null,
        };
        const own = { ...rules, warningLifetimeDivisor };
        const now = notBefore + Math.floor(lifetime * part);
        const passedAt = (at: number) => passedThresholds(validity, own, at).length;
        const next = nextThreshold(validity, own, now);
        if (next === Number.POSITIVE_INFINITY) {
          expect(passedAt(now)).toBe(rules.alertDays.length + 1);
          return;
        }
        expect(next).toBeGreaterThan(now);
        expect(passedAt(next - 1)).toBe(passedAt(now));
        expect(passedAt(next)).toBeGreaterThan(passedAt(now));
      }),
    );
  });
});
