import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** After 2012 no zone has jumped across the date line. */
const instant = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2090, 0, 1) });
const zone = fc.constantFrom(
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Europe/Berlin',
  'Asia/Kathmandu',
);

describe('calendarDaysUntil', () => {
  it('is 0 on the day of notAfter, though more than half a day is left', () => {
    const morning = Date.parse('2026-06-10T00:30:00+08:00');
    const evening = Date.parse('2026-06-10T23:59:00+08:00');
    expect(calendarDaysUntil(evening, morning, 'Asia/Shanghai')).toBe(0);
  });

  it('is 1 a minute before midnight for a notAfter a minute after it', () => {
    const before = Date.parse('2026-06-10T23:59:00+08:00');
    const after = Date.parse('2026-06-11T00:01:00+08:00');
    expect(calendarDaysUntil(after, before, 'Asia/Shanghai')).toBe(1);
    expect(calendarDaysUntil(after, before, 'UTC')).toBe(0);
    expect(calendarDaysUntil(before, after, 'Asia/Shanghai')).toBe(-1);
  });

  it('counts days of 23 and of 25 hours as one', () => {
    const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
    expect(calendarDaysUntil(noon('2026-03-30'), noon('2026-03-28'), 'Europe/Berlin')).toBe(2);
    expect(calendarDaysUntil(noon('2026-10-26'), noon('2026-10-24'), 'Europe/Berlin')).toBe(2);
    const lastMinute = Date.parse('2026-03-29T23:59:00+02:00');
    expect(calendarDaysUntil(lastMinute, Date.parse('2026-03-29T00:00:00+01:00'), 'Europe/Berlin')).toBe(0);
  });

  it('is antisymmetric and within a day of the exact distance, in every zone', () => {
    fc.assert(
      fc.property(instant, instant, zone, (notAfter, now, timeZone) => {
        const days = calendarDaysUntil(notAfter, now, timeZone);
        expect(days).toBe(0 - calendarDaysUntil(now, notAfter, timeZone));
        expect(Math.abs(days - (notAfter - now) / DAY_MS)).toBeLessThan(1.1);
      }),
      { numRuns: 300 },
    );
  });
});
