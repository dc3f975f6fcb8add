import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSettings,
  draftOfSettings,
  type NumberField,
  type SettingsDraft,
} from '#renderer/features/settings/settings/settingsDraft.ts';
import { defaultSettings, settingsSchema } from '#shared/domain/settings.ts';

const draft = draftOfSettings(defaultSettings);
const withNumbers = (numbers: Partial<Record<NumberField, string>>): SettingsDraft => ({
  ...draft,
  numbers: { ...draft.numbers, ...numbers },
});
const custom = (customInterval: string, customUnit: SettingsDraft['customUnit']): SettingsDraft => ({
  ...draft,
  preset: 'custom',
  customInterval,
  customUnit,
});

describe('draftOfSettings and checkSettings', () => {
  it('return the settings unchanged', () => {
    fc.assert(
      fc.property(
        fc.record({
          pollIntervalMinutes: fc.integer({ min: 15, max: 10_080 }),
          warningDays: fc.integer({ min: 10, max: 365 }),
          warningLifetimeDivisor: fc.integer({ min: 2, max: 20 }),
          criticalDays: fc.integer({ min: 1, max: 10 }),
          criticalLifetimeDivisor: fc.integer({ min: 2, max: 100 }),
          language: fc.constantFrom('system', 'en', 'zh-CN'),
          theme: fc.constantFrom('system', 'light', 'dark'),
          alerts: fc.boolean(),
          alertDays: fc
            .uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 10 })
            .map((days) => days.sort((a, b) => b - a)),
          alertOnRenewal: fc.boolean(),
          alertOnTrouble: fc.boolean(),
          alertOnDrift: fc.boolean(),
          alertOnOverdue: fc.boolean(),
          startAtLogin: fc.boolean(),
          checkForUpdates: fc.boolean(),
        }),
        (settings) => {
          expect(checkSettings(draftOfSettings(settings))).toEqual({ ok: true, value: settings });
        },
      ),
    );
  });

  it('show an unusual interval in its largest whole unit', () => {
    expect(draftOfSettings({ ...defaultSettings, pollIntervalMinutes: 300 })).toMatchObject({
      preset: 'custom',
      customInterval: '5',
      customUnit: 'hours',
    });
    expect(draftOfSettings({ ...defaultSettings, pollIntervalMinutes: 2880 })).toMatchObject({
      customInterval: '2',
      customUnit: 'days',
    });
    expect(draftOfSettings({ ...defaultSettings, pollIntervalMinutes: 75 })).toMatchObject({
      customInterval: '75',
      customUnit: 'minutes',
    });
  });
});

describe('checkSettings', () => {
  it.each([
    ['14', 'minutes'],
    ['169', 'hours'],
    ['8', 'days'],
    ['0', 'days'],
  ] as const)('refuses an interval of %s %s with its limits', (value, unit) => {
    expect(checkSettings(custom(value, unit))).toEqual({
      ok: false,
      error: { pollIntervalMinutes: { kind: 'outOfRange', min: 15, max: 10_080 } },
    });
  });

  it.each(['', ' ', '1.5', '-1', '1e3', 'x', '٣', '99999999'])('refuses %j as a number', (text) => {
    expect(checkSettings(withNumbers({ warningLifetimeDivisor: text }))).toEqual({
      ok: false,
      error: { warningLifetimeDivisor: { kind: 'notWhole' } },
    });
  });

  it('refuses a critical window longer than the warning, and names the maximum', () => {
    expect(checkSettings(withNumbers({ warningDays: '10', criticalDays: '11' }))).toEqual({
      ok: false,
      error: { criticalDays: { kind: 'criticalAboveWarning', max: 10 } },
    });
  });

  it.each([
    ['30, 14,7 3;1', [30, 14, 7, 3, 1]],
    [' 1 365 ', [365, 1]],
    ['7，3、7', [7, 3]],
  ])('accepts the days in %j, sorted and without duplicates', (alertDays, expected) => {
    const checked = checkSettings({ ...draft, alertDays });
    expect(checked.ok ? checked.value.alertDays : checked.error).toEqual(expected);
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
  ])('refuses %j as days and says why', (alertDays, problem) => {
    expect(checkSettings({ ...draft, alertDays })).toEqual({ ok: false, error: { alertDays: problem } });
  });

  it('reports every wrong number at once', () => {
    const checked = checkSettings(
      withNumbers({ warningDays: '0', criticalDays: '366', criticalLifetimeDivisor: '1' }),
    );
    expect(checked.ok ? [] : Object.keys(checked.error)).toEqual([
      'warningDays',
      'criticalDays',
      'criticalLifetimeDivisor',
    ]);
  });

  it('accepts exactly what main accepts', () => {
    const number = fc.integer({ min: -2, max: 11_000 }).map(String);
    fc.assert(
      fc.property(number, number, number, number, number, (interval, days, part, critical, criticalPart) => {
        const checked = checkSettings({
          ...withNumbers({
            warningDays: days,
            warningLifetimeDivisor: part,
            criticalDays: critical,
            criticalLifetimeDivisor: criticalPart,
          }),
          preset: 'custom',
          customInterval: interval,
          customUnit: 'minutes',
        });
        const taken = settingsSchema.safeParse({
          ...defaultSettings,
          pollIntervalMinutes: Number(interval),
          warningDays: Number(days),
          warningLifetimeDivisor: Number(part),
          criticalDays: Number(critical),
          criticalLifetimeDivisor: Number(criticalPart),
        }).success;
        expect(checked.ok).toBe(taken);
      }),
    );
  });
});
