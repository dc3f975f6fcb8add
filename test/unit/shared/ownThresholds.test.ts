import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { appliedThresholds, orderWindows } from '#shared/domain/ownThresholds.ts';
import { ownThresholdsSchema, tagThresholdsSchema } from '#shared/domain/ownThresholdsSchema.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { generalTexts, readOwnThresholds, withTagThresholds } from '#shared/domain/thresholdInput.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const now = Date.UTC(2026, 5, 15);
const days = (warning: number, critical: number) => ({ warning: `${warning}d`, critical: `${critical}d` });
const yearly = (change: object = {}) => ({
  ...{ notBefore: now, notAfter: now + 365 * DAY_MS, tags: [], thresholds: null },
  ...change,
});
const inDays = ({ warningMs, criticalMs }: { warningMs: number; criticalMs: number }) => [
  warningMs / DAY_MS,
  criticalMs / DAY_MS,
];

describe('the thresholds of an order', () => {
  const prod = { tag: 'prod', ...days(60, 20) };
  const web = { tag: 'Web', ...days(90, 10) };

  it('are its own before those of its tags, and those before the general ones', () => {
    const settings = { ...defaultSettings, tagThresholds: [prod] };
    const windows = (change: object) => inDays(orderWindows(yearly(change), settings));
    expect(windows({ tags: ['prod'], thresholds: days(5, 1) })).toEqual([5, 1]);
    expect(windows({ tags: ['PROD'] })).toEqual([60, 20]);
    expect(windows({ tags: ['other'] })).toEqual([30, 7]);
    expect(windows({})).toEqual([30, 7]);
  });

  it('are those of the tag that warns earlier, whatever the order of tags', () => {
    for (const ofTags of [
      [prod, web],
      [web, prod],
    ])
      for (const tags of [
        ['prod', 'web'],
        ['web', 'prod'],
      ])
        expect(appliedThresholds(yearly({ tags }), ofTags)).toMatchObject({
          tag: 'Web',
          warningMs: 90 * DAY_MS,
        });
  });

  it('depend on the lifetime where one tag has days and another a share', () => {
    const ofTags = [
      { tag: 'days', ...days(30, 3) },
      { tag: 'share', warning: '25%', critical: '5%' },
    ];
    const tags = ['days', 'share'];
    const tagOf = (lifetime: number) =>
      appliedThresholds(yearly({ tags, notAfter: now + lifetime * DAY_MS }), ofTags)?.tag;
    expect([tagOf(365), tagOf(90)]).toEqual(['share', 'days']);
  });

  it('never make a certificate of 6 days expiring for its whole life', () => {
    const short = yearly({ notAfter: now + 6 * DAY_MS, thresholds: days(60, 20) });
    expect(inDays(orderWindows(short, defaultSettings))).toEqual([2, 0.6]);
  });

  it('decide status and terms alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 180 }), fc.integer({ min: 1, max: 89 }), (warning, left) => {
        const order = orderWithDays('a', left, now, { lastConfirmedAt: now, thresholds: days(warning, 1) });
        const warningMs = orderWindows(order, defaultSettings).warningMs;
        expect(termsOf(defaultSettings).warningMs(order)).toBe(warningMs);
        const isWarned = left * DAY_MS <= warningMs;
        expect(deriveStatus(order, 'active', defaultSettings, now) === 'healthy').toBe(!isWarned);
      }),
    );
  });
});

describe('typed thresholds', () => {
  it('are read without regard to spaces, width and the letter of days', () => {
    expect(readOwnThresholds({ warning: ' 30 , 25％', critical: '7' })).toEqual({
      warning: '30d,25%',
      critical: '7d',
    });
  });

  it('are refused with the one that is wrong', () => {
    expect(readOwnThresholds({ warning: 'soon', critical: '7d' })).toBe('warning');
    expect(readOwnThresholds({ warning: '30d', critical: '101%' })).toBe('critical');
    expect(readOwnThresholds(days(7, 30))).toBe('criticalAboveWarning');
  });

  it('are stored as the texts that they are read as', () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 999 }).map((count) => `${count}d`),
      fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
    );
    fc.assert(
      fc.property(part, part, (warning, critical) => {
        const read = readOwnThresholds({ warning, critical });
        if (typeof read === 'object') expect(ownThresholdsSchema.parse(read)).toEqual(read);
        else expect(ownThresholdsSchema.safeParse({ warning, critical }).success).toBe(false);
      }),
    );
    expect(ownThresholdsSchema.parse(generalTexts(defaultSettings))).toEqual({
      ...{ warning: '30d,33.33%', critical: '7d,10%' },
    });
  });

  it('are of each tag once, regardless of its case', () => {
    const one = withTagThresholds([], 'prod', days(60, 20));
    expect(withTagThresholds(one, 'Prod', days(50, 10))).toEqual([{ tag: 'Prod', ...days(50, 10) }]);
    expect(withTagThresholds(one, 'PROD', null)).toEqual([]);
    expect(tagThresholdsSchema.safeParse([...one, { tag: 'Prod', ...days(5, 1) }]).success).toBe(false);
  });
});
