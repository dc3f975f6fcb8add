import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten } from '#shared/text.ts';

describe('shorten', () => {
  it('returns a text that fits unchanged', () => {
    expect(shorten('exactly', 7)).toBe('exactly');
  });

  it('ends a longer one with an ellipsis within the length', () => {
    expect(shorten('too long', 7)).toBe('too lo…');
  });

  it('never cuts a character in half', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'é', '书', '🔒', '👩‍💻', '\u0301'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, most) => {
        const short = shorten(text, most);
        expect([...short].length).toBeLessThanOrEqual(most);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
    expect(shorten('🔒🔒🔒', 2)).toBe('🔒…');
  });
});
