import { expect, it } from 'vitest';
import { worsenings } from '#bench/lib/comparison.ts';

const row = (fields: object) => ({ name: 'some', value: 12, ratio: 1.2, spread: 0.1, ...fields });
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

it('leaves out a figure that one of the runs did not measure, or measured against nothing', () => {
  expect(worsenings([], [row({})])).toEqual([]);
  expect(worsenings([row({})], [])).toEqual([]);
  expect(names({ ratio: null }, {})).toEqual([]);
});
