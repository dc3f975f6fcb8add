import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byExpiry, firstOf } from '#shared/domain/arrangement.ts';
import { assess, countStatuses } from '#shared/domain/assessment.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const orders = fc.uniqueArray(
  fc.record({ id: fc.string({ maxLength: 3 }), notAfter: fc.option(fc.nat(5)) }),
  { selector: ({ id }) => id },
);

describe('firstOf', () => {
  it('finds the beginning of the sorted list', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 8 }), (items, count) => {
        expect(firstOf(items, count, byExpiry)).toEqual(items.toSorted(byExpiry).slice(0, count));
      }),
    );
  });
});

describe('countStatuses', () => {
  it('counts as an assessment does', () => {
    const now = Date.UTC(2026, 10, 20);
    const rows = [-3, 0.5, 1, 9, 60, 80].map((days, index) => orderWithDays(`o${index}`, days, now));
    const { counts } = assess(rows, () => 'active', defaultSettings, now);
    expect(countStatuses(rows, () => 'active', defaultSettings, now)).toEqual(counts);
    expect(counts.healthy).toBeLessThan(rows.length);
  });
});
