import { expect, it } from 'vitest';
import { rowTops } from '#renderer/hooks/rowTops.ts';

it('finds each row by its place among rows of two heights', () => {
  const indexes = [0, 1, 2, 7, 8, 30];
  const { top, indexAt } = rowTops(40, 56, (index) => (indexes.includes(index) ? 34 : 56));
  let y = 0;
  for (let index = 0; index < 40; index += 1) {
    expect(top(index)).toBe(y);
    const height = indexes.includes(index) ? 34 : 56;
    expect({ top: indexAt(y), bottom: indexAt(y + height - 1) }).toEqual({ top: index, bottom: index });
    y += height;
  }
  expect(indexAt(-10)).toBe(0);
  expect(top(40)).toBe(y);
  expect([indexAt(y), indexAt(y + 2 * 56)]).toEqual([40, 42]);
});

it('asks for the height of each row once, with a heading for every order', () => {
  const asked: number[] = [];
  const { top, indexAt } = rowTops(20_000, 56, (index) => {
    asked.push(index);
    return index % 2 === 0 ? 34 : 56;
  });
  for (let index = 0; index < 20_000; index += 100) expect(indexAt(top(index))).toBe(index);
  expect(asked).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
});
