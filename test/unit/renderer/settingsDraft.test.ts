import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intervalTexts,
  offeredDivisors,
  readAlertDays,
  readDays,
  readInterval,
} from '#renderer/features/settings/preferences/settingsDraft.ts';
import { defaultSettings, settingsSchema } from '#shared/domain/settings.ts';
import { ok } from '#shared/result.ts';

describe('the interval', () => {
  it('is read as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 10_080 }), (minutes) => {
        const { text, unit } = intervalTexts(minutes);
        expect(readInterval(text, unit)).toEqual(ok({ pollIntervalMinutes: minutes }));
      }),
    );
  });

  it.each([
    [300, { text: '5', unit: 'hours' }],
    [2880, { text: '2', unit: 'days' }],
    [75, { text: '75', unit: 'minutes' }],
  ])('of %i minutes is shown in its largest whole unit', (minutes, expected) => {
    expect(intervalTexts(minutes)).toEqual(expected);
  });

  it.each([
    ['14', 'minutes'],
    ['169', 'hours'],
    ['8', 'days'],
    ['0', 'days'],
  ] as const)('of %s %s is refused with its limits', (text, unit) => {
    expect(readInterval(text, unit)).toEqual({
      ok: false,
      error: { kind: 'outOfRange', min: 15, max: 10_080 },
    });
  });

  it.each(['', ' ', '1.5', '-1', '1e3', 'x', '٣', '99999999'])('%j is no whole number', (text) => {
    expect(readInterval(text, 'hours')).toEqual({ ok: false, error: { kind: 'notWhole' } });
  });
});

describe('the days of the thresholds', () => {
  const days = { warningDays: 10, criticalDays: 7 };

  it('never let critical begin before the warning, from either side', () => {
    expect(readDays('criticalDays', '11', days)).toEqual({
      ok: false,
      error: { kind: 'criticalAboveWarning', max: 10 },
    });
    expect(readDays('warningDays', '6', days)).toEqual({
      ok: false,
      error: { kind: 'warningBelowCritical', min: 7 },
    });
    expect(readDays('criticalDays', '10', days)).toEqual(ok({ criticalDays: 10 }));
  });

  it('are accepted exactly where main accepts them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('warningDays' as const, 'criticalDays' as const),
        fc.integer({ min: -2, max: 400 }),
        (field, value) => {
          const read = readDays(field, String(value), defaultSettings);
          const isAccepted = settingsSchema.safeParse({ ...defaultSettings, [field]: value }).success;
          expect(read.ok).toBe(isAccepted);
        },
      ),
    );
  });
});

describe('the shares of a lifetime', () => {
  it.each(['warningLifetimeDivisor', 'criticalLifetimeDivisor'] as const)(
    'that are offered for %s are accepted by main, and the current one is among them',
    (field) => {
      const offered = offeredDivisors(field, 7);
      expect(offered).toContain(7);
      for (const divisor of offered)
        expect(settingsSchema.safeParse({ ...defaultSettings, [field]: divisor }).success).toBe(true);
    },
  );
});

describe('the days of reminders', () => {
  it.each([
    ['30, 14,7 3;1', [30, 14, 7, 3, 1]],
    [' 1 365 ', [365, 1]],
    ['7，3、7', [7, 3]],
  ])('in %j are sorted and without duplicates', (text, alertDays) => {
    expect(readAlertDays(text)).toEqual(ok({ alertDays }));
  });

  it.each([
    ['', { kind: 'noDays' }],
    [' , ', { kind: 'noDays' }],
    ['7, soon', { kind: 'notDays', text: 'soon' }],
    ['1.5', { kind: 'notDays', text: '1.5' }],
    ['x'.repeat(50), { kind: 'notDays', text: 'x'.repeat(20) }],
    ['30, 0', { kind: 'outOfRange', min: 1, max: 365 }],
    ['366', { kind: 'outOfRange', min: 1, max: 365 }],
    ['1 2 3 4 5 6 7 8 9 10 11', { kind: 'tooManyDays', max: 10 }],
  ])('refuse %j and say why', (text, error) => {
    expect(readAlertDays(text)).toEqual({ ok: false, error });
  });
});
