import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quote, quoteCommand } from '#main/platform/consent/facts.ts';
import { anyCharacter } from '#test/support/anyText.ts';

it('puts the program and each argument on a separate line', () => {
  expect(quoteCommand(['/opt/a b/run', '', '$(x);', 'C:\\x', 'a" b\\', '1\u00a02\u200b', '网站'])).toEqual([
    '0: "/opt/a b/run"',
    '1: ""',
    '2: $(x);',
    '3: C:\\x',
    '4: "a\\" b\\\\"',
    '5: "1\\u{a0}2\\u{200b}"',
    '6: 网站',
  ]);
});

it('writes different texts differently, and each on one line', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', '\\', 'u', '{', '}', ' ', '\n', '\u2028') }),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(quote(one) === quote(other)).toBe(one === other);
      expect(quote(one)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

it.each([
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['the blank of Braille', '\u2800'],
  ['a grapheme joiner and variation selectors', '\u034f\ufe0f\u{e0100}'],
  ['vowels of Khmer that are never seen', '\u17b4\u17b5'],
  ['a null note head', '\u{1d159}'],
  ['controls of the direction', '\u202e\u2066\u2069\u061c\u200f'],
  ['letters that are read from the right', '\u05d0\u0627\u{10a00}'],
  ['spaces of other widths', '\u00a0\u2003\u3000\u1680'],
])('writes %s as code points', (_what, text) => {
  const numbers = [...text].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join('');
  expect(quote(`a${text}b`)).toBe(`"a${numbers}b"`);
  expect(quote(text)).toBe(`"${numbers}"`);
});

it('writes combining marks as code points if they follow no letter, or are more than two', () => {
  expect(quote('cafe\u0301')).toBe('cafe\u0301');
  expect(quote('\u0301x')).toBe('"\\u{301}x"');
  expect(quote('/\u0338bin')).toBe('"/\\u{338}bin"');
  expect(quote('e\u0301\u0302\u0303\u0304')).toBe('"e\u0301\u0302\\u{303}\\u{304}"');
});
