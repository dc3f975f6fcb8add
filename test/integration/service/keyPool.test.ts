import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';

describe('KeyPool', { timeout: 30_000 }, () => {
  it.each([
    ['rsa2048', 'rsa', { modulusLength: 2048, publicExponent: 65537n }],
    ['rsa4096', 'rsa', { modulusLength: 4096, publicExponent: 65537n }],
    ['p256', 'ec', { namedCurve: 'prime256v1' }],
    ['p384', 'ec', { namedCurve: 'secp384r1' }],
    ['ed25519', 'ed25519', {}],
  ] as const)('makes %s keys', async (kind, type, details) => {
    const { privateKey } = await new KeyPool().fresh(kind);
    expect(privateKey.asymmetricKeyType).toBe(type);
    expect(privateKey.asymmetricKeyDetails).toEqual(details);
  });

  it('shares a bounded number of RSA keys when asked to', async () => {
    const pool = new KeyPool();
    const pairs = await Promise.all(Array.from({ length: 40 }, () => pool.shared('rsa2048')));
    expect(new Set(pairs).size).toBe(16);
  });

  it('never shares elliptic keys', async () => {
    const pool = new KeyPool();
    const pairs = await Promise.all(Array.from({ length: 40 }, () => pool.shared('p256')));
    expect(new Set(pairs).size).toBe(40);
  });
});

describe('privateKeyPem', () => {
  it.each([
    ['rsa2048', 'pkcs8', 'PRIVATE KEY'],
    ['rsa2048', 'pkcs1', 'RSA PRIVATE KEY'],
    ['p256', 'pkcs8', 'PRIVATE KEY'],
    ['p256', 'sec1', 'EC PRIVATE KEY'],
    ['p384', 'sec1', 'EC PRIVATE KEY'],
    ['ed25519', 'pkcs8', 'PRIVATE KEY'],
  ] as const)('writes %s as %s under its own label', async (kind, encoding, label) => {
    const pair = await new KeyPool().fresh(kind);
    const pem = privateKeyPem(pair, encoding);
    expect(pem.split('\n')[0]).toBe(`-----BEGIN ${label}-----`);
    expect(pem.endsWith(`-----END ${label}-----\n`)).toBe(true);
    expect(createPublicKey(createPrivateKey(pem)).equals(pair.publicKey)).toBe(true);
  });

  it.each([
    ['p256', 'pkcs1'],
    ['rsa2048', 'sec1'],
    ['ed25519', 'sec1'],
  ] as const)('refuses to write %s as %s', async (kind, encoding) => {
    const pair = await new KeyPool().fresh(kind);
    expect(() => privateKeyPem(pair, encoding)).toThrow(RangeError);
  });
});
