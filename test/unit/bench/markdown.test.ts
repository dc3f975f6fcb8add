import { expect, it } from 'vitest';
import { fillTable } from '#bench/lib/markdown.ts';

const begin = '<!-- Filled by npm run bench -- --markdown -->';
const end = '<!-- End of the table -->';
const some = {
  name: 'some',
  value: 150,
  unit: 'ms',
  floor: 100,
  ratio: 1.5,
  spread: 0,
  goal: '<= 1.4x',
  isMet: false,
};
const size = {
  name: 'size',
  value: 3.25,
  unit: 'MB',
  floor: null,
  ratio: null,
  spread: 0,
  goal: '<= 3.5 MB',
  isMet: true,
};
const told = { ...some, name: 'told', goal: null, isMet: null };

it('replaces the table between its marks, and nothing else, with what has a goal', () => {
  const document = `before\n\n${begin}\n\nold\n\n${end}\n\nafter\n`;
  const table = [
    '| figure | value | floor | ratio | goal |  |',
    '| --- | --- | --- | --- | --- | --- |',
    '| `some` | 150 ms | 100 ms | 1.50 | <= 1.4x | **missed** |',
    '| `size` | 3.25 MB | – | – | <= 3.5 MB | met |',
  ].join('\n');
  const filled = `before\n\n${begin}\n\n${table}\n\n${end}\n\nafter\n`;
  expect(fillTable(document, [some, size, told])).toBe(filled);
  expect(fillTable(filled, [some, size])).toBe(filled);
});

it('refuses a document without a place for the table', () => {
  expect(() => fillTable('no table', [some])).toThrow('has no lines');
});
