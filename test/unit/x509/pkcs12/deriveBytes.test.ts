import { describe, expect, it } from 'vitest';
import { type DerivedFor, deriveBytes } from '#main/x509/pkcs12/deriveBytes.ts';

// The test vectors of Peter Gutmann, which other libraries use too.
const vectors: readonly (readonly [string, DerivedFor, string, number, string])[] = [
  ['smeg', 'key', '0a58cf64530d823f', 1, '8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3'],
  ['smeg', 'iv', '0a58cf64530d823f', 1, '79993dfe048d3b76'],
  ['smeg', 'mac', '3d83c0e4546ac140', 1, '8d967d88f6caa9d714800ab3d48051d63f73a312'],
  ['queeg', 'key', '05dec959acff72f7', 1000, 'ed2034e36328830ff09df1e1a07dd357185dac0d4f9eb3d4'],
  ['queeg', 'iv', '05dec959acff72f7', 1000, '11dedad7758d4860'],
];

describe('deriveBytes', () => {
  it.each(vectors)(
    'derives from “%s” for the %s the same as other implementations',
    (passphrase, usage, salt, iterations, expected) => {
      const how = { hash: 'sha1', salt: Buffer.from(salt, 'hex'), iterations } as const;
      expect(deriveBytes(passphrase, usage, expected.length / 2, how).toString('hex')).toBe(expected);
    },
  );
});
