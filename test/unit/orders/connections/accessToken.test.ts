import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAccessToken } from '#main/orders/connections/accessToken.ts';
import { anyCharacter } from '#test/support/anyText.ts';

describe('parseAccessToken', () => {
  it.each([
    ['abc', 'abc'],
    ['  abc\r\n', 'abc'],
    ['Bearer abc', 'abc'],
    ['bearer\tabc', 'abc'],
    ['Authorization: Bearer abc', 'abc'],
    ['authorization:bearer abc', 'abc'],
    ['BearerOfNews', 'BearerOfNews'],
    ['a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ])('reads %j', (text, token) => {
    expect(parseAccessToken(text)).toEqual({ ok: true, value: token });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['Bearer ', 'empty'],
    ['two words', 'notHeaderSafe'],
    ['line\nbreak', 'notHeaderSafe'],
    ['nul\0', 'notHeaderSafe'],
    ['t\u00f6ken', 'notHeaderSafe'],
    ['x'.repeat(4097), 'tooLong'],
  ])('refuses %j', (text, reason) => {
    expect(parseAccessToken(text)).toEqual({ ok: false, error: reason });
  });

  it('never gives a token that would break out of its header', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const token = parseAccessToken(text);
        if (token.ok) expect(() => new Headers({ authorization: `Bearer ${token.value}` })).not.toThrow();
      }),
    );
  });
});
