import { describe, expect, it } from 'vitest';
import { type Figure, figureTable, isMet, median, toRow } from '#bench/lib/figures.ts';

const figure = (fields: Partial<Figure>): Figure => ({
  name: 'some',
  value: 12,
  unit: 'ms',
  floor: 10,
  goal: { of: 'ratio', atMost: 1.15 },
  ...fields,
});

describe('median', () => {
  it('is the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 6])).toBe(5.5);
    expect(() => median([])).toThrow('nothing');
  });
});

describe('a goal', () => {
  it.each([
    { name: 'of a ratio', fields: { value: 11.5 }, met: true },
    { name: 'of a ratio that is missed', fields: { value: 11.6 }, met: false },
    { name: 'of a ratio to no floor', fields: { floor: 0 }, met: false },
    { name: 'of a difference', fields: { value: 10.1, goal: { of: 'difference', atMost: 0.2 } }, met: true },
    {
      name: 'of a difference that is missed',
      fields: { value: 10.3, goal: { of: 'difference', atMost: 0.2 } },
      met: false,
    },
    { name: 'of a value', fields: { value: 0, floor: null, goal: { of: 'value', atMost: 0 } }, met: true },
    {
      name: 'that was not counted',
      fields: { value: Number.NaN, goal: { of: 'value', atMost: 0 } },
      met: false,
    },
    { name: 'that there is none of', fields: { goal: null }, met: null },
  ] as const)('$name', ({ fields, met }) => {
    expect(isMet(figure(fields))).toBe(met);
  });
});

describe('a row', () => {
  it('has the ratio, and the goal as text', () => {
    expect(toRow(figure({ value: 12.34567 }))).toEqual({
      name: 'some',
      value: 12.35,
      unit: 'ms',
      floor: 10,
      ratio: 1.235,
      goal: '<= 1.15x',
    });
    expect(toRow(figure({ floor: null, goal: null }))).toMatchObject({
      floor: null,
      ratio: null,
      goal: null,
    });
  });

  it('is in a table with aligned columns and marks for met goals', () => {
    const lines = figureTable([figure({}), figure({ name: 'another', value: 1, goal: null, floor: null })]);
    expect(lines).toEqual([
      '   figure   value  floor  unit  ratio  goal',
      '✗  some        12     10  ms    1.20x  <= 1.15x',
      '   another      1      –  ms        –  –',
    ]);
  });
});
