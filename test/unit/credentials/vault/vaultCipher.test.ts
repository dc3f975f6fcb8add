import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SealedAbout, VaultCipher } from '#main/credentials/vault/vault.ts';
import { makeVaultKey, readVaultKey } from '#main/credentials/vault/vaultKeyring.ts';
import { anyCharacter } from '#test/support/anyText.ts';

const wrong = { ok: false, error: { kind: 'vaultKey', reason: 'wrong' } };

const cipherOf = (key: Uint8Array) => new VaultCipher(Buffer.from(key), true, randomBytes);
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
const plains = fc.uint8Array({ maxLength: 300 });
const abouts: fc.Arbitrary<SealedAbout> = fc.record({
  purpose: fc.constantFrom('deliveryKey', 'vaultCheck'),
  subject: fc.string({ unit: anyCharacter, maxLength: 10 }),
  fingerprint256: fc.string({ unit: anyCharacter, maxLength: 10 }),
});

describe('sealed data', () => {
  it('opens with the same key and description', () => {
    fc.assert(
      fc.property(keys, plains, abouts, (key, plain, about) => {
        const sealed = cipherOf(key).seal(plain, about);
        expect(sealed.nonce).toHaveLength(12);
        expect(sealed.ciphertext).toHaveLength(plain.length + 16);
        expect(cipherOf(key).unseal(sealed, about)).toEqual({ ok: true, value: Buffer.from(plain) });
      }),
    );
  });

  it('does not open with another key or description', () => {
    fc.assert(
      fc.property(keys, keys, plains, abouts, abouts, (key, otherKey, plain, about, other) => {
        fc.pre(JSON.stringify(about) !== JSON.stringify(other) && !Buffer.from(key).equals(otherKey));
        const sealed = cipherOf(key).seal(plain, about);
        expect(cipherOf(otherKey).unseal(sealed, about)).toEqual(wrong);
        expect(cipherOf(key).unseal(sealed, other)).toEqual(wrong);
      }),
    );
  });

  it('does not open when text moves between the parts of its description', () => {
    const sealed = cipherOf(Buffer.alloc(32)).seal(Buffer.from('x'), {
      purpose: 'deliveryKey',
      subject: 'ab',
      fingerprint256: 'c',
    });
    for (const [subject, fingerprint256] of [
      ['a', 'bc'],
      ['abc', ''],
      ['', 'abc'],
      ['ab","c', ''],
    ] as const) {
      const about = { purpose: 'deliveryKey', subject, fingerprint256 } as const;
      expect(cipherOf(Buffer.alloc(32)).unseal(sealed, about)).toEqual(wrong);
    }
  });

  it('does not open with a changed bit or a missing byte', () => {
    fc.assert(
      fc.property(keys, plains, abouts, fc.nat(), fc.nat(7), (key, plain, about, at, bit) => {
        const cipher = cipherOf(key);
        const sealed = cipher.seal(plain, about);
        const whole = Buffer.concat([sealed.nonce, sealed.ciphertext]);
        const index = at % whole.length;
        whole.writeUInt8(whole.readUInt8(index) ^ (1 << bit), index);
        expect(
          cipher.unseal({ nonce: whole.subarray(0, 12), ciphertext: whole.subarray(12) }, about),
        ).toEqual(wrong);
        const cut = at % sealed.ciphertext.length;
        expect(cipher.unseal({ ...sealed, ciphertext: sealed.ciphertext.subarray(0, cut) }, about)).toEqual(
          wrong,
        );
        expect(cipher.unseal({ ...sealed, nonce: sealed.nonce.subarray(0, at % 12) }, about)).toEqual(wrong);
      }),
    );
  });

  it('has a new nonce each time', () => {
    const cipher = cipherOf(Buffer.alloc(32));
    const about = { purpose: 'deliveryKey', subject: '', fingerprint256: '' } as const;
    const seen = new Set(
      Array.from({ length: 1000 }, () =>
        Buffer.from(cipher.seal(Buffer.from('x'), about).nonce).toString('hex'),
      ),
    );
    expect(seen.size).toBe(1000);
  });
});

it('a cipher overwrites its key when it is closed', () => {
  const key = Buffer.alloc(32, 5);
  new VaultCipher(key, true, randomBytes).dispose();
  expect(key).toEqual(Buffer.alloc(32));
});

it('a vault key is parsed as it was created, and nothing else is accepted', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const text = makeVaultKey(() => Uint8Array.from(key));
      expect(readVaultKey(text)).toEqual(Buffer.from(key));
      for (const other of [text.slice(1), text.slice(0, -1), ` ${text}`, `${text}A`])
        expect(readVaultKey(other)).toBeNull();
    }),
  );
});
