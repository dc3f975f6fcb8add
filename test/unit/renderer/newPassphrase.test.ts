import { describe, expect, it } from 'vitest';
import { newPassphrase, typedTwice } from '#renderer/features/deployment/export/useConfirmation.ts';

describe('newPassphrase', () => {
  it('generates 24 unambiguous ASCII characters, different each time', () => {
    const made = Array.from({ length: 200 }, () => newPassphrase());
    for (const passphrase of made) expect(passphrase).toMatch(/^[2-9A-HJ-NP-Za-kmnp-z]{24}$/u);
    expect(new Set(made).size).toBe(made.length);
  });

  it('rejects bytes that would make some letters more likely', () => {
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

  it('clears its random bytes', () => {
    const seen: Uint8Array<ArrayBuffer>[] = [];
    newPassphrase((bytes) => {
      bytes.fill(7);
      seen.push(bytes);
    });
    for (const bytes of seen) expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});

describe('typedTwice', () => {
  it('accepts equal entries, including white space', () => {
    expect(typedTwice(' a b ', ' a b ')).toEqual({ ok: true, value: ' a b ' });
  });

  it('refuses an empty and a different entry', () => {
    expect(typedTwice('', '')).toEqual({ ok: false, error: 'empty' });
    expect(typedTwice('a', 'a ')).toEqual({ ok: false, error: 'differs' });
    expect(typedTwice('', 'a')).toEqual({ ok: false, error: 'empty' });
  });
});
