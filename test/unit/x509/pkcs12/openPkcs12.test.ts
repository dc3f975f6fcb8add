import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '#main/x509/certificates/der.ts';
import { derOf, integer, octets, oid, sequence, tagged, taggedOctets } from '#main/x509/pkcs12/asn1.ts';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { encrypt } from '#main/x509/pkcs12/encryption.ts';
import { makeMacKey, writeMac } from '#main/x509/pkcs12/mac.ts';
import { oids } from '#main/x509/pkcs12/oids.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { soakCount } from '#test/support/soak.ts';
import { makeInput, unwrap } from './pkcs12Fixtures.ts';

const passphrase = 'correct horse';
const damaged = { ok: false, error: { kind: 'pkcs12', reason: 'damaged' } };
const wrongPassphrase = { ok: false, error: { kind: 'pkcs12', reason: 'wrongPassphrase' } };

let file: Buffer;

beforeAll(async () => {
  file = unwrap(await buildPkcs12(await makeInput({ passphrase, profile: 'compatible' })));
});

/** A file with a valid MAC and any content. */
function sealed(content: Uint8Array): Buffer {
  const mac = writeMac(content, makeMacKey(passphrase, 'compatible', randomBytes));
  return derOf(sequence(integer(3), sequence(oid(oids.data), tagged(octets(content))), mac));
}

async function encryptedSafe(plain: Uint8Array, change: (algorithm: Node) => Node = (same) => same) {
  const { algorithm, ciphertext } = await encrypt(plain, passphrase, 'compatible', randomBytes);
  const content = sequence(oid(oids.data), change(algorithm), taggedOctets(ciphertext));
  return derOf(sequence(sequence(oid(oids.encryptedData), tagged(sequence(integer(0), content)))));
}

describe('openPkcs12', () => {
  it.each(['modern', 'compatible'] as const)('reports a wrong passphrase of a %s file', async (profile) => {
    const bytes = unwrap(await buildPkcs12(await makeInput({ passphrase, profile })));
    expect(await openPkcs12(bytes, 'wrong horse')).toEqual(wrongPassphrase);
  });

  it('requires a passphrase', async () => {
    expect(await openPkcs12(file, '')).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'passphrase', reason: 'empty' },
    });
  });

  it('reports damage for a file truncated anywhere', async () => {
    for (let length = 0; length < file.byteLength; length += 1)
      expect(await openPkcs12(file.subarray(0, length), passphrase)).toEqual(damaged);
  });

  it('reports damage for a wrong outermost length', async () => {
    for (const change of [-1, 1]) {
      const bytes = Buffer.from(file);
      bytes.writeUInt16BE(file.readUInt16BE(2) + change, 2);
      expect(await openPkcs12(bytes, passphrase)).toEqual(damaged);
    }
  });

  it('reports damage for trailing data', async () => {
    expect(await openPkcs12(Buffer.concat([file, Buffer.alloc(1)]), passphrase)).toEqual(damaged);
  });

  it('returns no other content for a changed byte, and never throws', async () => {
    const whole = await openPkcs12(file, passphrase);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.byteLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (index, change) => {
          const bytes = Buffer.from(file);
          bytes[index] = (bytes[index] ?? 0) ^ change;
          // Programs ignore the parameters of a digest, so a byte there may change.
          expect([damaged, wrongPassphrase, whole]).toContainEqual(await openPkcs12(bytes, passphrase));
        },
      ),
      { numRuns: soakCount(500) },
    );
  });

  it('reports damage for arbitrary data, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        expect(await openPkcs12(bytes, passphrase)).toEqual(damaged);
      }),
    );
  });

  it('reports damage for invalid content with a valid MAC, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        expect(await openPkcs12(sealed(bytes), passphrase)).toEqual(damaged);
        expect(await openPkcs12(sealed(await encryptedSafe(bytes)), passphrase)).toEqual(damaged);
      }),
      { numRuns: 15 },
    );
  });

  it('reports damage for a file without a key', async () => {
    expect(await openPkcs12(sealed(derOf(sequence())), passphrase)).toEqual(damaged);
  });

  it('refuses more iterations than any real file has', async () => {
    const change = () =>
      sequence(oid(oids.pbeWithSha1And3DesCbc), sequence(octets(randomBytes(8)), integer(2_000_000_000)));
    // If it computed them, this would take far longer than a test may.
    expect(await openPkcs12(sealed(await encryptedSafe(Buffer.alloc(8), change)), passphrase)).toEqual(
      damaged,
    );
  });

  it('reports damage for an empty salt', async () => {
    const change = () =>
      sequence(oid(oids.pbeWithSha1And3DesCbc), sequence(octets(Buffer.alloc(0)), integer(1)));
    expect(await openPkcs12(sealed(await encryptedSafe(Buffer.alloc(8), change)), passphrase)).toEqual(
      damaged,
    );
  });
});
