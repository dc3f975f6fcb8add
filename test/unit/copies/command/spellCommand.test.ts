import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spell, spellCommand } from '#main/copies/command/spellCommand.ts';

it('puts the program and each argument on a line of its own', () => {
  expect(spellCommand(['/opt/a b/run', '', '$(x);', 'C:\\x', 'a" b\\', '1\u00a02\u200b', '网站'])).toBe(
    [
      '0: "/opt/a b/run"',
      '1: ""',
      '2: $(x);',
      '3: C:\\x',
      '4: "a\\" b\\\\"',
      '5: "1\\u{a0}2\\u{200b}"',
      '6: 网站',
    ].join('\n'),
  );
});

it('spells no two texts alike, and none over two lines', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', '\\', 'u', '{', '}', ' ', '\n', '\u2028') }),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(spell(one) === spell(other)).toBe(one === other);
      expect(spell(one)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});
