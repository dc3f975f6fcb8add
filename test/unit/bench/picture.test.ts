import { describe, expect, it } from 'vitest';
import type { BenchRow } from '#bench/lib/figures.ts';
import { pictureOf } from '#bench/lib/picture.ts';

const row = (fields: Partial<BenchRow>): BenchRow => ({
  name: 'ready',
  value: 150,
  unit: 'ms',
  floor: 100,
  ratio: 1.5,
  spread: 0,
  goal: '<= 1.4x',
  isMet: false,
  ...fields,
});

/** The words of a picture without its heading. */
const words = (rows: readonly BenchRow[]) =>
  [...pictureOf(rows).matchAll(/<text[^>]*>([^<]*)</gu)].map(([, text]) => text).slice(2);

describe('the picture of the figures', () => {
  it('says each figure in plain words, with its ratio and whether the goal is met', () => {
    expect(words([row({})])).toEqual([
      'Start, until 12 orders are shown',
      'blank Electron app',
      '1.50',
      'missed',
    ]);
  });

  it('leaves out figures without a ratio', () => {
    expect(words([row({ floor: null, ratio: null, goal: '<= 3 MB' })])).toEqual([]);
  });

  it('has a bar for the ratio and a mark at the goal, and cuts off a long bar', () => {
    const widths = (ratio: number) =>
      [...pictureOf([row({ ratio })]).matchAll(/<rect [^>]*width="([\d.]+)"/gu)].map(([, width]) =>
        Number(width),
      );
    const [, short = 0, mark] = widths(1);
    const [, long, longMark] = widths(9);
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(short);
    expect(widths(90)[1]).toBe(long);
    expect({ mark, longMark }).toEqual({ mark: 3, longMark: 3 });
  });

  it('has colours for light and dark pages', () => {
    expect(pictureOf([])).toContain('@media (prefers-color-scheme: dark)');
  });
});
