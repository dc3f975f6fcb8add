import { expect, it } from 'vitest';
import { parsedJson } from '#main/storage/json.ts';

it('reads what twenty certificates with many names have, and nothing that is made to be costly', () => {
  const chain = Array.from({ length: 20 }, () => ({
    subject: 'CN=a',
    subjectAltNames: Array.from({ length: 1600 }, (_, index) => `h${index}.example`),
  }));
  expect(parsedJson(JSON.stringify(chain))).toEqual(chain);
  expect(parsedJson('[1')).toBeUndefined();
  const length = 1_000_000;
  for (const piece of ['{},', '[],', '[']) expect(parsedJson(`[${piece.repeat(length)}0]`)).toBeUndefined();
});
