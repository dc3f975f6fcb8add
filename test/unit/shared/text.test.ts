import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, isCleanText, visibleText } from '#shared/text.ts';
import { anyCharacter } from '#test/support/anyText.ts';

const bidi = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const controls = [0, 7, 8, 9, 10, 13, 27, 0x7f, 0x80, 0x85, 0x9b, 0x9f];
const others = [0x2028, 0x2029, 0x206a, 0x206f, 0xfeff, 0xfff9, 0xfffb, 0xd800, 0xdfff];
const unsafe = [...bidi, ...controls, ...others].map((code) => String.fromCodePoint(code));
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc
    .array(fc.constantFrom(...unsafe, ' ', 'a', '订', '🔒', '\\'), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

describe('text from outside', () => {
  it('has one space in place of unsafe characters with all spaces around them', () => {
    expect(cleanText('a  \u0001  \u0001 b   c \u0001d')).toBe('a b   c d');
  });

  it.each(unsafe.map((character) => [(character.codePointAt(0) ?? 0).toString(16), character]))(
    'never has U+%s in it',
    (code, character) => {
      expect(isCleanText(`a${character}b`)).toBe(false);
      expect(cleanText(`${character} a ${character}${character} b${character}`)).toBe('a b');
      expect(visibleText(`/srv/a${character}b`)).toBe(`/srv/a\\u{${code}}b`);
    },
  );

  it.each([
    'Shop (Production)',
    '订单　一',
    'متجر',
    'פרויקט',
    'می‌خواهم',
    '👩‍💻',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'é',
    'a  b',
    '10:30 PM',
  ])('stays as it is: %s', (text) => {
    expect(cleanText(text)).toBe(text);
    expect(visibleText(text)).toBe(text);
    expect(cleanLines(text)).toBe(text);
  });

  it('keeps its lines where it has several', () => {
    expect(cleanLines('  one\r\n\ttwo\rthree\u202e\u001b[31m\n')).toBe('  one\n\ttwo\nthree[31m\n');
  });

  it('is clean, whatever it was, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const cleaned = cleanText(text);
        expect(isCleanText(cleaned)).toBe(true);
        expect(cleanText(cleaned)).toBe(cleaned);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(isCleanText(visibleText(text))).toBe(true);
        expect(isCleanText(cleanLines(text).replaceAll(/[\n\t]/gu, ''))).toBe(true);
      }),
    );
  });
});
