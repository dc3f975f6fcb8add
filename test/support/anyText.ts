import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/**
 * Any Unicode character, as the `unit` of an arbitrary string. Like fast-check's own `binary`, which first builds a
 * table of all characters, for seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (index) => String.fromCodePoint(index < SURROGATES_FROM ? index : index + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    if (code < 0 || String.fromCodePoint(code) !== character) throw new Error('not one character');
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);
