import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppLanguage } from '#shared/domain/language.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDayRange,
  formatDayTime,
  formatMoment,
  formatNearMoment,
} from '#shared/i18n/format.ts';
import { regionalLocale } from '#shared/i18n/regionalLocale.ts';
import { regionOf, regionOfEnvironment } from '#shared/i18n/regionOf.ts';
import { anyCharacter } from '#test/support/anyText.ts';

describe('regionOf', () => {
  it.each([
    ['en-US', 'US'],
    ['de_DE.UTF-8', 'DE'],
    ['de_DE@euro', 'DE'],
    ['sr_RS.UTF-8@latin', 'RS'],
    ['zh-Hans-CN', 'CN'],
    ['es-419', '419'],
    // macOS and Windows: English, with the formats of Germany.
    ['en_US@rg=dezzzz', 'DE'],
    ['en-US-u-rg-dezzzz', 'DE'],
  ])('reads %s as %s', (tag, region) => {
    expect(regionOf(tag)).toBe(region);
  });

  it.each([
    '',
    'C',
    'C.UTF-8',
    'POSIX',
    'en',
    'de.UTF-8',
    '\0',
    '../../etc',
    'en-US-u-',
    '-US',
    'x'.repeat(100_000),
    '<b>',
  ])('knows no region in %j', (tag) => {
    expect(regionOf(tag)).toBe('');
  });

  it('is a region or empty, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (tag) => /^(?:[A-Z]{2}|\d{3})?$/u.test(regionOf(tag))),
    );
  });
});

describe('regionOfEnvironment', () => {
  it('is that of LC_ALL, of LC_TIME, or of LANG', () => {
    const env = { LC_ALL: 'en_US.UTF-8', LC_TIME: 'de_DE.UTF-8', LANG: 'en_GB.UTF-8', LC_MESSAGES: 'fr_FR' };
    expect(regionOfEnvironment(env)).toBe('US');
    expect(regionOfEnvironment({ ...env, LC_ALL: '' })).toBe('DE');
    expect(regionOfEnvironment({ LANG: env.LANG })).toBe('GB');
    expect(regionOfEnvironment({ LC_TIME: 'C.UTF-8', LANG: env.LANG })).toBe('');
    expect(regionOfEnvironment({})).toBe('');
  });
});

/** An evening in spring, in five forms. */
function formsIn(language: AppLanguage, region: string): readonly string[] {
  const locale = regionalLocale(language, region);
  const instant = Date.UTC(2026, 2, 5, 23, 4, 9);
  const local = new Date(2026, 2, 5, 23, 4, 9).getTime();
  return [
    formatDate(instant, locale, 'UTC'),
    formatDateTime(instant, locale, 'UTC'),
    formatMoment(instant, locale, 'UTC'),
    formatDayTime(local, locale),
    formatClock(local, locale),
  ];
}

describe('dates and times', () => {
  const british = [
    '5 Mar 2026',
    '5 Mar 2026, 23:04:09 UTC',
    '5 Mar, 23:04 UTC',
    '5 Mar 2026, 23:04',
    '23:04:09',
  ];
  const chinese = [
    '2026年3月5日',
    '2026年3月5日 23:04:09（UTC）',
    '3月5日 23:04 UTC',
    '2026年3月5日 23:04',
    '23:04:09',
  ];

  it('leave out the day of today', () => {
    const [earlier, instant] = [Date.UTC(2026, 2, 5, 1), Date.UTC(2026, 2, 5, 23, 4, 9)];
    const near = (language: AppLanguage, region: string, now: number) =>
      formatNearMoment(instant, now, regionalLocale(language, region), 'UTC');
    expect(near('en', 'US', earlier)).toBe('11:04 PM');
    expect(near('zh-CN', 'CN', earlier)).toBe('23:04');
    expect(near('en', 'GB', earlier - 86_400_000)).toBe('5 Mar, 23:04 UTC');
  });

  it('are American in the United States', () => {
    expect(formsIn('en', 'US')).toEqual([
      'Mar 5, 2026',
      'Mar 5, 2026, 11:04:09 PM UTC',
      'Mar 5, 11:04 PM UTC',
      'Mar 5, 2026, 11:04 PM',
      '11:04:09 PM',
    ]);
  });

  it('have the order and the clock of Germany in English words', () => {
    expect(formsIn('en', 'DE')).toEqual(british);
  });

  it('are Chinese in Chinese, also where the region has no Chinese formats', () => {
    for (const region of ['CN', 'US', 'DE', '']) expect(formsIn('zh-CN', region)).toEqual(chinese);
  });

  it('have the clock of Singapore in Chinese', () => {
    expect(formsIn('zh-CN', 'SG')[4]).toBe('下午11:04:09');
  });

  it.each(['GB', '', 'CN', 'XX', '999'])('are British in English where the region is "%s"', (region) => {
    expect(formsIn('en', region)).toEqual(british);
  });

  it('write a span of days as the region does', () => {
    const [from, to] = [new Date(2026, 10, 25).getTime(), new Date(2026, 11, 1).getTime()];
    expect(formatDayRange(from, to, 'en-US')).toMatch(/^Nov 25\s–\sDec 1$/u);
    expect(formatDayRange(from, to, 'en-GB')).toMatch(/^25 Nov\s–\s1 Dec$/u);
  });
});
