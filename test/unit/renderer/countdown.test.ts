import { describe, expect, it } from 'vitest';
import { countdownGrain, countdownText } from '#renderer/features/orders/list/countdown.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { NOW } from './orderRows.ts';
import { chinese, english } from './translators.ts';

function words(left: number, timeZone = 'UTC') {
  return countdownText({ notAfter: NOW + left, notAfterSource: 'certificate' }, NOW, english, 'en', timeZone);
}

describe('countdownText', () => {
  it.each([
    [23 * DAY_MS + 4 * HOUR_MS + 59 * MINUTE_MS, '23 days'],
    [3 * DAY_MS - 1, '2 d 23 h'],
    [DAY_MS, '24 h 0 min'],
    [5 * HOUR_MS + 12 * MINUTE_MS + 8000, '5 h 12 min'],
    [12 * MINUTE_MS + 8000, '12 min 08 s'],
    [59_000, '59 s'],
    [0, '0 s'],
    [-1, 'expired just now'],
    [-40 * MINUTE_MS, 'expired 40 min ago'],
    [-4 * DAY_MS - HOUR_MS, 'expired 4 days ago'],
  ])('%i ms from the end: %s', (left, expected) => {
    expect(words(left).time).toBe(expected);
  });

  it('is available in Chinese', () => {
    const row = { notAfter: NOW + 13 * DAY_MS + 4 * HOUR_MS, notAfterSource: 'certificate' } as const;
    expect(countdownText(row, NOW, chinese, 'zh-CN', 'UTC').time).toBe('13 天 4 小时');
    expect(countdownText({ ...row, notAfter: NOW - 4 * DAY_MS }, NOW, chinese, 'zh-CN', 'UTC').time).toBe(
      '4 天前过期',
    );
  });

  it('uses calendar days of the time zone for today and tomorrow', () => {
    expect(words(11 * HOUR_MS).day).toBe('expires today');
    expect(words(13 * HOUR_MS).day).toBe('expires tomorrow');
    expect(words(13 * HOUR_MS, 'America/Los_Angeles').day).toBe('expires today');
    expect(words(-HOUR_MS).day).toBe('expired today');
    expect(words(3 * DAY_MS).day).toMatch(/^until .*2026$/u);
    expect(words(-3 * DAY_MS).day).toMatch(/^ended .*2026$/u);
  });

  it('says if only the service states the date, or if there is none', () => {
    const bare = { notAfter: NOW + DAY_MS, notAfterSource: 'service' } as const;
    expect(countdownText(bare, NOW, english, 'en', 'UTC').day).toBe('by the service’s own date');
    expect(countdownText({ notAfter: null, notAfterSource: null }, NOW, english, 'en')).toEqual({
      time: 'unknown',
      day: '',
    });
  });
});

describe('countdownGrain', () => {
  it.each([
    [30 * DAY_MS, 'minute'],
    [HOUR_MS - 1, 'second'],
    // Seconds appear up to a minute early, because the grain changes on a minute tick.
    [HOUR_MS + MINUTE_MS - 1, 'second'],
    [HOUR_MS + MINUTE_MS, 'minute'],
    [0, 'second'],
    [-MINUTE_MS, 'minute'],
  ])('%i ms from the end: every %s', (left, grain) => {
    expect(countdownGrain(NOW + left, NOW)).toBe(grain);
  });

  it('is a minute if there is nothing to count', () => {
    expect(countdownGrain(null, NOW)).toBe('minute');
  });
});
