import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byExpiry, firstOf } from '#shared/domain/arrangement.ts';
import { assess, firstOfList } from '#shared/domain/assessment.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const orders = fc.uniqueArray(
  fc.record({ id: fc.string({ maxLength: 3 }), notAfter: fc.option(fc.nat(5)), chainEnd: fc.constant(null) }),
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

describe('firstOfList', () => {
  const now = Date.UTC(2026, 10, 20);
  const rows = [-3, 0.5, 5, 9, 20, 60, 80].map((days, index) => orderWithDays(`o${index}`, days, now));
  const failing = orderWithDays('far', 89, now, { failures: 3, failure: { kind: 'unknownRid' } });
  const all = [...rows, failing];

  it('counts as an assessment does, and the groups of the list', () => {
    const { counts } = assess(all, () => 'active', defaultSettings, now);
    const start = firstOfList(all, 2, () => 'active', defaultSettings, now);
    expect(start.counts).toEqual({
      statuses: counts,
      groups: { attention: 4, longExpired: 0, week: 0, month: 2, later: 2, unknown: 0 },
    });
    expect(counts.healthy).toBeLessThan(all.length);
  });

  it('begins with what needs attention, then with the next to expire', () => {
    const { first } = firstOfList(all, 5, () => 'active', defaultSettings, now);
    expect(first).toEqual(['o0', 'o1', 'o2', 'far', 'o3']);
  });

  it('has many that expired this week after what can still be saved, the last expired first', () => {
    const gone = [-2, -6, -4].map((days, index) => orderWithDays(`gone${index}`, days, now));
    const { first } = firstOfList([...gone, ...all], 7, () => 'active', defaultSettings, now);
    expect(first).toEqual(['o1', 'o2', 'far', 'gone0', 'o0', 'gone2', 'gone1']);
  });

  it.each([
    ['a few that expired long ago after what needs attention', 3, 'gone0'],
    ['many of them, which are folded, last', 4, 'o3'],
  ])('has %s', (_, count, fifth) => {
    const gone = Array.from({ length: count }, (_none, index) => orderWithDays(`gone${index}`, -90, now));
    const { first } = firstOfList([...gone, ...all], 5, () => 'active', defaultSettings, now);
    expect(first).toEqual(['o0', 'o1', 'o2', 'far', fifth]);
  });
});
