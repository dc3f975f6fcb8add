import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factsOf, parseSubjectAltNames } from '#main/x509/certificates/facts.ts';
import { KeyPool, keyKinds } from '#test/service/keyPool.ts';
import { createAuthority, ed448Pem, issue, leafNotAfter, oddNamesPem } from './certificateFixtures.ts';

const authority = await createAuthority();
const keys = new KeyPool();

/** An RSA public key of this size. */
function rsaPublicKey(bits: number) {
  const modulus = randomBytes(bits / 8);
  modulus[0] = 0xff;
  modulus[modulus.length - 1] = 0x01;
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' });
}

describe('factsOf', () => {
  it('reads the facts of a leaf', async () => {
    const { certificateServer } = await issue(authority);
    const certificate = new X509Certificate(certificateServer);
    expect(factsOf(certificate)).toEqual({
      fingerprint256: expect.stringMatching(/^[0-9a-f]{64}$/u),
      subject: 'CN=shop.example.com',
      commonName: 'shop.example.com',
      subjectAltNames: ['shop.example.com', '*.shop.example.com'],
      issuer: 'O=Example Trust Services, CN=Example Trust ECC Issuing CA 1',
      issuerName: 'Example Trust ECC Issuing CA 1',
      serialNumber: certificate.serialNumber,
      keyType: 'EC',
      keyBits: 256,
      curve: 'P-256',
      notBefore: Date.parse('2026-05-01T00:00:00Z'),
      notAfter: leafNotAfter,
      isCa: false,
      selfIssued: false,
      purposes: ['1.3.6.1.5.5.7.3.1'],
      mustStaple: false,
      mayEncipher: false,
    });
  });

  it('recognises every kind of key', async () => {
    const seen: unknown[] = [];
    for (const kind of keyKinds) {
      const { leafPem } = await authority.issueLeaf({
        names: ['shop.example.com'],
        // A modulus without a private key: finding primes for it takes seconds.
        publicKey: kind === 'rsa4096' ? rsaPublicKey(4096) : (await keys.fresh(kind)).publicKey,
        issuer: 'ecdsa',
        notBefore: new Date('2026-05-01T00:00:00Z'),
        notAfter: new Date(leafNotAfter),
      });
      const { keyType, keyBits, curve } = factsOf(new X509Certificate(leafPem));
      seen.push([kind, keyType, keyBits, curve]);
    }
    expect(seen).toEqual([
      ['rsa2048', 'RSA', 2048, null],
      ['rsa4096', 'RSA', 4096, null],
      ['p256', 'EC', 256, 'P-256'],
      ['p384', 'EC', 384, 'P-384'],
      ['ed25519', 'Ed25519', null, null],
    ]);
  });

  it('reads names with commas, quotes, Chinese and several values', () => {
    const facts = factsOf(new X509Certificate(oddNamesPem));
    expect(facts.commonName).toBe('xn--fiq228c.example.com');
    expect(facts.subject).toBe('CN=xn--fiq228c.example.com, OU=Ops + UID=7, O=北京 \\"Ex\\"\\, Inc, C=CN');
    expect(facts).toMatchObject({
      keyType: 'EC',
      keyBits: 384,
      curve: 'P-384',
      isCa: false,
      selfIssued: true,
    });
    expect(facts.serialNumber).toBe('14839FA250E72EC120ABEAAA08C2433A9A74A7FB');
    expect(facts.fingerprint256).toBe('84e33ae95492ba2a75b5aa003d3199ff952e7ad7f7aff46888089885e6d84101');
    expect(facts.notBefore).toBe(Date.parse('2026-11-20T07:18:22Z'));
    expect(facts.notAfter).toBe(Date.parse('2126-10-27T07:18:22Z'));
  });

  it('keeps A-labels and shortens IPv6 addresses', () => {
    expect(factsOf(new X509Certificate(oddNamesPem)).subjectAltNames).toEqual([
      'xn--fiq228c.example.com',
      '*.example.com',
      '192.0.2.7',
      '2001:db8::1',
    ]);
  });

  it('reads a certificate with a key that this runtime may not support', () => {
    const facts = factsOf(new X509Certificate(ed448Pem));
    expect(facts.commonName).toBe('ed448.example.com');
    expect(['unknown', 'Ed448']).toContain(facts.keyType);
    expect(facts.keyBits).toBeNull();
    expect(facts.curve).toBeNull();
  });

  it('reads a certificate without a common name', async () => {
    const longName = `${'a'.repeat(60)}.example.com`;
    const { certificateServer } = await issue(authority, { names: [longName] });
    const facts = factsOf(new X509Certificate(certificateServer));
    expect(facts.commonName).toBeNull();
    expect(facts.subject).toBe('');
    expect(facts.subjectAltNames).toEqual([longName]);
  });
});

describe('parseSubjectAltNames', () => {
  it('removes the quotes that Node puts around ambiguous names', () => {
    expect(parseSubjectAltNames('DNS:"a.example, DNS:b.example", DNS:c.example')).toEqual([
      'a.example, DNS:b.example',
      'c.example',
    ]);
    expect(parseSubjectAltNames('DNS:"quote\\".example", IP Address:192.0.2.1')).toEqual([
      'quote".example',
      '192.0.2.1',
    ]);
  });

  it('omits entries that are neither a DNS name nor an address', () => {
    expect(parseSubjectAltNames('URI:https://x.example/?a=1, email:a@b.example, DNS:a.example')).toEqual([
      'a.example',
    ]);
    expect(parseSubjectAltNames('DirName:"CN = x, O = y", othername:<unsupported>, DNS:a.example')).toEqual([
      'a.example',
    ]);
    expect(parseSubjectAltNames(undefined)).toEqual([]);
  });
});
