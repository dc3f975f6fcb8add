import { expect, it } from 'vitest';
import { comparedRows, worsenings } from '#bench/lib/comparison.ts';

const row = (fields: object) => ({ name: 'some', value: 12, ratio: 1.2, spread: 0.1, goal: null, ...fields });
const names = (before: object, now: object) => worsenings([row(before)], [row(now)]).map(({ name }) => name);

it('names a figure whose ratio grew by more than the spread of both runs', () => {
  expect(worsenings([row({})], [row({ ratio: 1.5 })])).toEqual([
    { name: 'some', before: 1.2, now: 1.5, allowed: 0.2 },
  ]);
  expect(names({}, { ratio: 1.35 })).toEqual([]);
});

it('does not name a figure that got better', () => {
  expect(names({}, { ratio: 0.8 })).toEqual([]);
});

it('compares ratios, and not the values that depend on the computer', () => {
  expect(names({}, { value: 100 })).toEqual([]);
});

it('compares the values of figures without a floor', () => {
  expect(names({ ratio: null, value: 3.5, spread: 0 }, { ratio: null, value: 3.6, spread: 0 })).toEqual([
    'some',
  ]);
  expect(names({ ratio: null, value: 3.5, spread: 0 }, { ratio: null, value: 3.5, spread: 0 })).toEqual([]);
});

it('names a rate that fell, as more of it is better', () => {
  expect(names({ goal: '>= 1x' }, { goal: '>= 1x', ratio: 0.8 })).toEqual(['some']);
  expect(names({ goal: '>= 1x' }, { goal: '>= 1x', ratio: 1.6 })).toEqual([]);
});

it('names a figure without a limit of its own when it got worse by more than a tenth', () => {
  const [less, more] = [
    { goal: '<= 1.1x before', spread: 0 },
    { goal: '>= 0.9x before', spread: 0 },
  ];
  expect(names(less, { ...less, ratio: 1.31 })).toEqual([]);
  expect(names(less, { ...less, ratio: 1.33 })).toEqual(['some']);
  expect(names(more, { ...more, ratio: 1.09 })).toEqual([]);
  expect(names(more, { ...more, ratio: 1.07 })).toEqual(['some']);
  expect(names({ ...less, spread: 0.2 }, { ...less, ratio: 1.33 }), 'within the spread').toEqual([]);
});

it('leaves out a figure that one of the runs did not measure, or measured against nothing', () => {
  expect(worsenings([], [row({})])).toEqual([]);
  expect(worsenings([row({})], [])).toEqual([]);
  expect(names({ ratio: null }, {})).toEqual([]);
});

it('reads rows of an older file, without spreads', () => {
  const [older] = comparedRows.parse([
    { name: 'some', value: 12, unit: 'ms', floor: 10, ratio: 1.2, goal: null },
  ]);
  expect(older?.spread).toBe(0);
});
