import { expect, it } from 'vitest';
import { openTemporary } from './fixtures.ts';

it.each([0.5, 1_767_225_600_000.25, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'the number %d is stored in no column, of any type',
  (number) => {
    const insert = openTemporary().prepare('INSERT INTO settings (key, value) VALUES (?, ?)');
    expect(() => insert.run('key', number)).toThrow('not whole');
  },
);
