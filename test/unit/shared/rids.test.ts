import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRids, MAX_RID_LENGTH, parseRids, ridRefusal } from '#shared/domain/rids.ts';
import { anyCharacter } from '#test/support/anyText.ts';
import { soakCount } from '#test/support/soak.ts';

describe('parseRids', () => {
  it('takes any separator, drops blanks, and names duplicates once', () => {
    expect(parseRids(' a1,b2;;\n\tc3 | a1、d4，e5；a1\r\n')).toEqual({
      rids: ['a1', 'b2', 'c3', 'd4', 'e5'],
      duplicates: ['a1'],
      refused: [],
    });
  });

  it('keeps separators inside quotes', () => {
    expect(parseRids(`"team a/ü", 'x, y' z`).rids).toEqual(['team a/ü', 'x, y', 'z']);
  });

  it.each([
    ['a zero width space', '\u200B', '\u200B'],
    ['a byte order mark', '\uFEFF', '\uFEFF'],
    ['a soft hyphen', '\u00AD', '\u00AD'],
    ['direction marks', '\u202A\u200E', '\u202C'],
    ['isolates', '\u2066', '\u2069'],
    ['a word joiner and a variation selector', '\u2060', '\uFE0F'],
    ['a Hangul filler and a blank Braille pattern', '\u3164', '\u2800'],
    ['English quotes', '“', '”'],
    ['single quotes', '‘', '’'],
    ['German quotes', '„', '“'],
    ['Swedish quotes', '”', '”'],
    ['French quotes', '«\u00A0', '\u00A0»'],
    ['corner brackets', '「', '」'],
    ['full width quotes', '＂', '＂'],
    ['half of a pair', '“', ''],
    ['quotes with a zero width space inside and outside', '\u200B“\u200B', '\u200B”\u200B'],
  ])('drops %s at the ends', (_name, before, after) => {
    const wrap = (rid: string) => before + rid + after;
    expect(parseRids(`${wrap('a1')}, ${wrap('b2')}\n${wrap('a1')}`)).toEqual({
      rids: ['a1', 'b2'],
      duplicates: ['a1'],
      refused: [],
    });
    const address = 'https://certs.example.com/open/ssl/latest/c3';
    expect(parseRids(wrap(address)).rids).toEqual(['c3']);
    expect(parseRids(before + after)).toEqual({ rids: [], duplicates: [], refused: [] });
  });

  it('keeps separators inside typographic quotes, and invisible characters inside a rid', () => {
    expect(parseRids('“team a/ü”，„x, y“ ‘p; q’ 「m、n」 «r s»').rids).toEqual([
      'team a/ü',
      'x, y',
      'p; q',
      'm、n',
      'r s',
    ]);
    expect(parseRids('a\u200Bb c’d').rids).toEqual(['a\u200Bb', 'c’d']);
  });

  it('extracts the rid from a URL of the endpoint, decoded once', () => {
    expect(parseRids('https://certs.example.com/v/open/ssl/latest/a%252Fb/key?x=1').rids).toEqual(['a%2Fb']);
    expect(parseRids('https://certs.example.com/open/ssl/latest/%zz').rids).toEqual(['%zz']);
  });

  it('refuses path changes, excess length and control characters', () => {
    const { rids, refused } = parseRids(`. .. ${'x'.repeat(MAX_RID_LENGTH + 1)} "a\u0000b" ok`);
    expect(rids).toEqual(['ok']);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'dotSegment',
      'dotSegment',
      'tooLong',
      'controlCharacters',
    ]);
  });

  it('gives unique, usable rids whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const { rids } = parseRids(text);
        expect(new Set(rids).size).toBe(rids.length);
        for (const rid of rids) {
          expect(rid).not.toBe('');
          expect(ridRefusal(rid)).toBeNull();
          expect(() => encodeURIComponent(rid)).not.toThrow();
        }
      }),
      { numRuns: soakCount(1_000) },
    );
  });

  it('finds every rid, in order, with any separators', () => {
    const rid = fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/u);
    const separator = fc.stringMatching(/^[\s,;|、，；]{1,4}$/u);
    fc.assert(
      fc.property(fc.uniqueArray(rid, { minLength: 1 }), separator, (rids, by) => {
        expect(parseRids(rids.join(by)).rids).toEqual(rids);
      }),
    );
  });
});

describe('formatRids', () => {
  it('writes rids so that the same ones are read again, whatever they contain', () => {
    const hostile = fc.constantFrom(
      'a b',
      'x,y',
      '“q”',
      `'"「«`,
      'https://a/open/ssl/latest/b',
      ' c ',
      '%41',
    );
    const rid = fc
      .oneof(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }), hostile)
      .filter((text) => ridRefusal(text) === null);
    fc.assert(
      fc.property(fc.uniqueArray(rid, { maxLength: 10 }), (rids) => {
        expect(parseRids(formatRids(rids))).toEqual({ rids, duplicates: [], refused: [] });
      }),
    );
  });

  it('leaves usual rids as they are', () => {
    expect(formatRids(['k7Qm2V', '订单-1', 'a/b'])).toBe('k7Qm2V\n订单-1\na/b');
  });
});
