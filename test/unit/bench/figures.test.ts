import { describe, expect, it } from 'vitest';
import { type Figure, figureTable, median, toRow } from '#bench/lib/figures.ts';

const figure = (fields: Partial<Figure>): Figure => ({
  name: 'some',
  values: [12],
  unit: 'ms',
  floors: [10],
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
    { name: 'of a ratio', fields: { values: [11.5] }, isMet: true },
    { name: 'of a ratio that is missed', fields: { values: [11.6] }, isMet: false },
    { name: 'of a ratio to no floor', fields: { floors: [0] }, isMet: false },
    {
      name: 'of a difference',
      fields: { values: [10.1], goal: { of: 'difference', atMost: 0.2 } },
      isMet: true,
    },
    {
      name: 'of a difference that is missed',
      fields: { values: [10.3], goal: { of: 'difference', atMost: 0.2 } },
      isMet: false,
    },
    {
      name: 'of a value',
      fields: { values: [0], floors: null, goal: { of: 'value', atMost: 0 } },
      isMet: true,
    },
    {
      name: 'that was not counted',
      fields: { values: [Number.NaN], goal: { of: 'value', atMost: 0 } },
      isMet: false,
    },
    { name: 'that does not exist', fields: { goal: null }, isMet: null },
  ] as const)('$name', ({ fields, isMet }) => {
    expect(toRow(figure(fields)).isMet).toBe(isMet);
  });
});

describe('a row', () => {
  it('has the medians, their ratio, and the goal as text', () => {
    expect(toRow(figure({ values: [30, 12.34567, 3] }))).toMatchObject({
      name: 'some',
      value: 12.35,
      unit: 'ms',
      floor: 10,
      ratio: 1.235,
      goal: '<= 1.15x',
    });
    expect(toRow(figure({ floors: null, goal: null }))).toMatchObject({
      floor: null,
      ratio: null,
      goal: null,
    });
  });

  it('has half the interquartile range as its spread', () => {
    expect(toRow(figure({ values: [1, 2, 3, 4, 99], floors: null })).spread).toBe(1);
    expect(toRow(figure({ values: [7], floors: null })).spread).toBe(0);
  });

  it('adds the relative spreads of value and floor in squares for the spread of its ratio', () => {
    // The value spreads by 10 %, the floor by 5 %, and the ratio is 2.
    const values = [16, 18, 20, 22, 24];
    const floors = [9, 9.5, 10, 10.5, 11];
    expect(toRow(figure({ values, floors })).spread).toBeCloseTo(2 * Math.hypot(0.1, 0.05), 4);
  });

  it('is in a table with aligned columns and marks for met goals', () => {
    const other = figure({ name: 'another', values: [1], goal: null, floors: null });
    expect(figureTable([figure({}), other].map(toRow))).toEqual([
      '   figure   value  floor  unit  ratio  goal',
      '✗  some        12     10  ms    1.20x  <= 1.15x',
      '   another      1      –  ms        –  –',
    ]);
  });
});
