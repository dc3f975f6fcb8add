import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBegun, likeness } from '#renderer/frame/palette/likeness.ts';

const scores = (query: string, ...texts: readonly string[]) =>
  texts.map((text) => likeness(query, text) ?? -1);

/** Letters of two scripts with blanks and signs between them. */
const anyText = fc.string({ unit: fc.constantFrom(...'abcxyz01 -.*更新文件'), maxLength: 24 });
const anyWord = fc.string({ unit: fc.constantFrom(...'abcxyz01更新'), minLength: 1, maxLength: 6 });

describe('likeness', () => {
  it('is highest at the start, then at a word, then inside, then for an abbreviation', () => {
    const found = scores('cpo', 'CPO list', 'Old cpo', 'Acpora', 'Customer portal');
    expect(found).toEqual(found.toSorted((one, other) => other - one));
    expect(found.every((score) => score > 0)).toBe(true);
  });

  it('needs every word, in any case and order', () => {
    expect(likeness('PORTAL cust', 'Customer portal')).not.toBeNull();
    expect(likeness('portal mail', 'Customer portal')).toBeNull();
  });

  it('is that of full-width letters too', () => {
    expect(likeness('ｐｏｒｔａｌ', 'Customer portal')).not.toBeNull();
  });

  it.each([
    ['port', 'Private old route'],
    ['nginx', 'Engine x'],
    ['zh', 'Zone of harbours, Dazhong'],
    ['help', 'Heap of local parts'],
    ['check', 'Cheap deck'],
    ['uso', 'Customer portal'],
  ])('is none for letters that are only scattered or too few: %s in %s', (query, text) => {
    expect(likeness(query, text)).toBeNull();
  });

  it('finds an abbreviation by the beginnings of words in their order', () => {
    for (const query of ['cp', 'cpo', 'cuspor', 'pe'])
      expect(likeness(query, 'Customer portal EU')).not.toBeNull();
    for (const query of ['pc', 'cpx', 'cal', 'ce']) expect(likeness(query, 'Customer portal EU')).toBeNull();
    expect(likeness('cp', 'Customer portal', { isAbbreviable: false })).toBeNull();
  });

  it('takes each Chinese sign for a word', () => {
    const [word = 0, start = 0] = scores('标签', '更改标签…', '标签');
    expect(start).toBeGreaterThan(word);
    expect(likeness('改标签', '更改标签…')).toBeGreaterThan(likeness('abc', 'xabc') ?? 0);
  });

  it('finds by the beginning of a synonym, after the text itself', () => {
    const synonyms = 'dark 深色';
    expect(likeness('dar', 'Theme', { synonyms })).not.toBeNull();
    expect(likeness('深', 'Theme', { synonyms })).not.toBeNull();
    expect(likeness('ark', 'Theme', { synonyms })).toBeNull();
    expect(likeness('dark', 'Dark', { synonyms })).toBeGreaterThan(
      likeness('dark', 'Theme', { synonyms }) ?? 0,
    );
  });

  it('prefers the shorter of equal matches', () => {
    const [short = 0, long = 0] = scores('shop', 'Shop', 'Shop of the northern region');
    expect(short).toBeGreaterThan(long);
  });

  it('finds a text by each of its parts of three letters or more', () => {
    fc.assert(
      fc.property(anyWord, anyWord, anyText, (before, after, rest) => {
        const text = `${before}${after} ${rest}`;
        expect(likeness(before, text)).not.toBeNull();
        if (after.length >= 3) expect(likeness(after, text)).not.toBeNull();
      }),
    );
  });

  it('finds nothing whose letters are not all there in this order', () => {
    fc.assert(
      fc.property(anyWord, anyText, (word, text) => {
        if (likeness(word, text) === null) return;
        let at = -1;
        for (const letter of word) {
          at = text.indexOf(letter, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('finds no more the more is typed', () => {
    fc.assert(
      fc.property(anyWord, anyText, (word, text) => {
        const isFound = (length: number) => likeness(word.slice(0, length), text) !== null;
        // Two letters inside of a word are none yet.
        for (let length = 4; length <= word.length; length += 1)
          if (isFound(length)) expect(isFound(length - 1)).toBe(true);
      }),
    );
  });

  it('answers at once for a text that repeats a letter', () => {
    const repeated = 'a '.repeat(5000);
    expect(likeness('a'.repeat(60), repeated)).not.toBeNull();
    expect(likeness(`${'a'.repeat(60)}b`, repeated)).toBeNull();
  });
});

it('a verb is begun by the words of its name and its synonyms, not from inside of them', () => {
  expect(isBegun('exp', 'Export…', 'save')).toBe(true);
  expect(isBegun('sa', 'Export…', 'save')).toBe(true);
  expect(isBegun('port', 'Export…', 'save')).toBe(false);
});
