import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDate, formatDateTime, formatDuration, formatRelativePast } from '#shared/i18n/format.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

const en = translatorOf('en');
const zh = translatorOf('zh-CN');

describe('formatRelativePast', () => {
  it('shows only the largest unit', () => {
    expect(formatRelativePast(12 * MINUTE_MS + 59_000, en)).toBe('12 min ago');
    expect(formatRelativePast(HOUR_MS, en)).toBe('1 h ago');
    expect(formatRelativePast(DAY_MS, en)).toBe('1 day ago');
    expect(formatRelativePast(3 * DAY_MS, en)).toBe('3 days ago');
    expect(formatRelativePast(12 * MINUTE_MS, zh)).toBe('12 分钟前');
  });

  it('is "just now" within the first minute, and for times in the future', () => {
    expect(formatRelativePast(0, en)).toBe('just now');
    expect(formatRelativePast(MINUTE_MS - 1, en)).toBe('just now');
    expect(formatRelativePast(-HOUR_MS, zh)).toBe('刚刚');
  });
});

describe('formatDuration', () => {
  it('shows the two largest units without zeros', () => {
    expect(formatDuration(15 * MINUTE_MS, en)).toBe('15 min');
    expect(formatDuration(6 * HOUR_MS, en)).toBe('6 h');
    expect(formatDuration(90 * MINUTE_MS, en)).toBe('1 h 30 min');
    expect(formatDuration(7 * DAY_MS, en)).toBe('7 days');
    expect(formatDuration(DAY_MS + HOUR_MS + MINUTE_MS, en)).toBe('1 day 1 h');
    expect(formatDuration(DAY_MS + MINUTE_MS, en)).toBe('1 day');
    expect(formatDuration(90 * MINUTE_MS, zh)).toBe('1 小时 30 分钟');
  });

  it('shows seconds below a minute', () => {
    expect(formatDuration(30_000, en)).toBe('30 s');
    expect(formatDuration(0, en)).toBe('0 s');
  });

  it('is never empty', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e11 }), (ms) => formatDuration(ms, en) !== ''));
  });
});

describe('formatDate and formatDateTime', () => {
  const instant = Date.UTC(2026, 2, 5, 23, 4, 9);

  it('shows an instant in UTC with its zone', () => {
    expect(formatDateTime(instant, 'en', 'UTC')).toBe('5 Mar 2026, 23:04:09 UTC');
    expect(formatDateTime(instant, 'zh-CN', 'UTC')).toBe('2026年3月5日 23:04:09（UTC）');
  });

  it('shows the day', () => {
    expect(formatDate(instant, 'en', 'UTC')).toBe('5 Mar 2026');
    expect(formatDate(instant, 'zh-CN', 'UTC')).toBe('2026年3月5日');
  });

  it('shows an instant in the zone of the reader', () => {
    expect(formatDateTime(instant, 'en-GB@Asia/Shanghai', 'local')).toBe('6 Mar 2026, 07:04:09 GMT+8');
    expect(formatDate(instant, 'zh-CN@Asia/Shanghai', 'local')).toBe('2026年3月6日');
    expect(formatDate(instant, 'en@Asia/Shanghai', 'UTC')).toBe('5 Mar 2026');
    expect(formatDate(instant, 'en-US@America/New_York', 'local')).toBe('Mar 5, 2026');
  });

  it('writes midnight as 00', () => {
    expect(formatDateTime(Date.UTC(2026, 0, 1), 'en', 'UTC')).toBe('1 Jan 2026, 00:00:00 UTC');
  });

  it('follows the system zone for local time', () => {
    expect(formatDateTime(instant, 'en', 'local')).toMatch(
      /^\d{1,2} \p{L}+ 2026, \d\d:\d\d:\d\d (?:[A-Z]|GMT)/u,
    );
  });
});
