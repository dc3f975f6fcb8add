import { describe, expect, it } from 'vitest';
import { newPassphrase } from '#renderer/features/deployment/export/newPassphrase.ts';
import { typedTwice } from '#renderer/features/deployment/export/passphraseSource.ts';

describe('newPassphrase', () => {
  it('makes 24 characters of ASCII that are not taken for one another, another every time', () => {
    const made = Array.from({ length: 200 }, () => newPassphrase());
    for (const passphrase of made) expect(passphrase).toMatch(/^[2-9A-HJ-NP-Za-kmnp-z]{24}$/u);
    expect(new Set(made).size).toBe(made.length);
  });

  it('takes only bytes by which every letter comes equally often: four rounds of 56', () => {
    const rounds = [224, 255, 0, 55, 56, 223];
    const made = newPassphrase(
      (bytes) =>
        void bytes
          .fill(rounds.shift() ?? 1)
          .subarray(6)
          .fill(255),
    );
    expect(made).toBe(`${'A'.repeat(6)}${'9'.repeat(6)}${'A'.repeat(6)}${'9'.repeat(6)}`);
  });

  it('leaves none of its random bytes behind', () => {
    const seen: Uint8Array<ArrayBuffer>[] = [];
    newPassphrase((bytes) => {
      bytes.fill(7);
      seen.push(bytes);
    });
    for (const bytes of seen) expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});

describe('typedTwice', () => {
  it('takes what is the same twice, white space and all', () => {
    expect(typedTwice(' a b ', ' a b ')).toEqual({ ok: true, value: ' a b ' });
  });

  it('refuses nothing at all, and a slip', () => {
    expect(typedTwice('', '')).toEqual({ ok: false, error: 'empty' });
    expect(typedTwice('a', 'a ')).toEqual({ ok: false, error: 'differs' });
    expect(typedTwice('', 'a')).toEqual({ ok: false, error: 'empty' });
  });
});
