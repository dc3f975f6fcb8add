import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import {
  expiryText,
  formatLate,
  formatTimeLeft,
  nextHourlyChange,
  timeLeftText,
} from '#shared/i18n/expiryText.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

const en = translatorOf('en');
const zh = translatorOf('zh-CN');
const now = Date.UTC(2026, 5, 15, 12);

describe('formatTimeLeft', () => {
  it.each([
    [395 * DAY_MS + 23 * HOUR_MS, '395 days', '395 天'],
    [14 * DAY_MS + 1, '14 days', '14 天'],
    [14 * DAY_MS, '14 d 0 h', '14 天 0 小时'],
    [3 * DAY_MS - 1, '2 d 23 h', '2 天 23 小时'],
    [48 * HOUR_MS, '2 d 0 h', '2 天 0 小时'],
    [48 * HOUR_MS - 1, '47 h 59 min', '47 小时 59 分钟'],
    [5 * HOUR_MS - 1, '4 h 59 min', '4 小时 59 分钟'],
    [HOUR_MS, '1 h 0 min', '1 小时 0 分钟'],
    [HOUR_MS - 1, '59 min', '59 分钟'],
    [MINUTE_MS - 1, 'less than a minute', '不到 1 分钟'],
    [0, 'less than a minute', '不到 1 分钟'],
  ])('says %d ms, rounded down', (ms, english, chinese) => {
    expect({ english: formatTimeLeft(ms, en), chinese: formatTimeLeft(ms, zh) }).toEqual({
      english,
      chinese,
    });
  });

  it('has seconds in the last hour alone, where it ticks', () => {
    const ticking = (ms: number) => formatTimeLeft(ms, en, 'second');
    expect(ticking(HOUR_MS)).toBe('1 h 0 min');
    expect(ticking(12 * MINUTE_MS + 3999)).toBe('12 min 03 s');
    expect(ticking(3999)).toBe('3 s');
  });

  it('has no minutes where it may change once an hour at most', () => {
    const calm = (ms: number) => formatTimeLeft(ms, en, 'hour');
    expect([calm(3 * DAY_MS - 1), calm(5 * HOUR_MS - 1), calm(HOUR_MS - 1)]).toEqual([
      '2 d 23 h',
      '4 h',
      'less than an hour',
    ]);
  });

  it('never says more time than is left, for any grain', () => {
    const units = { days: DAY_MS, d: DAY_MS, h: HOUR_MS, min: MINUTE_MS, s: 1000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 * DAY_MS }),
        fc.constantFrom('hour' as const, 'minute' as const, 'second' as const),
        (ms, finest) => {
          const text = formatTimeLeft(ms, en, finest);
          const said = [...text.matchAll(/([\d,]+) (days|d|h|min|s)\b/gu)].reduce(
            (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
            0,
          );
          expect(said).toBeLessThanOrEqual(ms);
          expect(text).not.toMatch(/\{\{|undefined|NaN|common\./u);
        },
      ),
    );
  });
});

describe('formatLate', () => {
  it('adds up to the usual lead with the time left, as both are shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 400 }),
        fc.integer({ min: DAY_MS, max: 15 * DAY_MS }),
        (leadDays, lateMs) => {
          const leftMs = leadDays * DAY_MS - lateMs;
          const [left, late] = [formatTimeLeft(leftMs, en), formatLate(lateMs, leftMs, en)];
          expect(Number.parseInt(left, 10) + Number.parseInt(late, 10)).toBe(leadDays);
        },
      ),
    );
  });

  it('counts the days since the expiry, and hours of less than a day', () => {
    expect(formatLate(33.5 * DAY_MS, -3.5 * DAY_MS, en)).toBe('33 days');
    expect(formatLate(5 * HOUR_MS + 20 * MINUTE_MS, 3 * HOUR_MS, en)).toBe('5 h 20 min');
  });
});

describe('timeLeftText and expiryText', () => {
  it.each([
    [3 * DAY_MS - 1, '2 d 23 h', 'expires in 2 d 23 h', '2 天 23 小时后到期'],
    [0, 'less than a minute', 'expires in less than a minute', '不到 1 分钟后到期'],
    [-1, 'expired just now', 'expired just now', '刚刚过期'],
    [-5 * DAY_MS + 1, 'expired 4 days ago', 'expired 4 days ago', '4 天前过期'],
  ])('say it with %d ms left', (left, column, sentence, chinese) => {
    const at = now + left;
    expect({
      column: timeLeftText(at, now, en),
      sentence: expiryText(at, now, en),
      chinese: expiryText(at, now, zh),
    }).toEqual({ column, sentence, chinese });
  });

  it('say that nothing is known', () => {
    expect(timeLeftText(null, now, en)).toBe('unknown');
  });

  it('stay the same until nextHourlyChange, and change then', () => {
    const left = fc.oneof(
      fc.integer({ min: -3 * DAY_MS, max: 20 * DAY_MS }),
      fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }),
    );
    fc.assert(
      fc.property(left, fc.double({ min: 0, max: 1, noNaN: true }), (ms, part) => {
        const textAt = (at: number) => expiryText(now + ms, at, en, 'hour');
        const change = nextHourlyChange(now + ms, now);
        expect(textAt(now + Math.floor((change - 1 - now) * part))).toBe(textAt(now));
        expect(textAt(change)).not.toBe(textAt(now));
      }),
    );
  });
});
