import { describe, expect, it } from 'vitest';
import { readDelivery } from '#main/webhook/inbox/delivery.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { labelled, pkcs7Of, pkcs12Of } from '#test/support/containerFiles.ts';
import { createAuthority, ed448Pem, issue } from '#test/unit/x509/certificates/certificateFixtures.ts';
import { authority, material, soundFields } from './deliveries.ts';

const other = await issue(await createAuthority());

describe('readDelivery', () => {
  it('gives the leaf, its chain and both as PEM, and the key', () => {
    const read = readDelivery(soundFields);
    expect(read).toMatchObject({
      ok: true,
      value: {
        leaf: { commonName: 'shop.example.com' },
        chain: [{ isCa: true }],
        pem: material.certificate,
        keyPem: material.key,
      },
    });
  });

  it.each([
    ['rsa2048', 'pkcs1'],
    ['rsa2048', 'pkcs8'],
    ['p256', 'sec1'],
    ['ed25519', 'pkcs8'],
  ] as const)('understands a %s key in %s, with CRLF and without a last line end', async (kind, encoding) => {
    const issued = await issue(authority, { kind, encoding });
    const spoilt = (text: string) => `\uFEFF${text.trimEnd().replaceAll('\n', '\r\n')}`;
    const read = readDelivery({
      ...soundFields,
      certificate: spoilt(issued.certificate),
      certificateServer: spoilt(issued.certificateServer),
      certificateChain: spoilt(issued.certificateChain),
      key: spoilt(issued.key),
    });
    expect(read).toMatchObject({ ok: true, value: { pem: issued.certificate, keyPem: issued.key } });
  });

  it('accepts empty parts if the certificate field has the chain, and a chain with the root', () => {
    expect(readDelivery({ ...soundFields, certificateServer: '', certificateChain: '' }).ok).toBe(true);
    const certificateChain = material.certificateChain + authority.rootPem;
    expect(readDelivery({ ...soundFields, certificateChain }).ok).toBe(true);
  });

  it.each([
    ['no certificate', { certificate: '' }, 'pemMissing', 'certificate'],
    ['a key for a certificate', { certificate: material.key }, 'keyInPlaceOfCertificate', 'certificate'],
    ['no key', { key: ' ' }, 'pemMissing', 'key'],
    ['the key of another', { key: other.key }, 'keyMismatch', 'key'],
    [
      'another leaf beside',
      { certificateServer: other.certificateServer },
      'partsDisagree',
      'certificateServer',
    ],
    [
      'the chain of another',
      { certificateChain: other.certificateChain },
      'partsDisagree',
      'certificateChain',
    ],
    [
      'a chain cut short',
      { certificateChain: material.certificateChain.slice(0, 200) },
      'pemTruncated',
      'certificateChain',
    ],
  ] as const)('refuses %s', (_name, change, reason, part) => {
    expect(readDelivery({ ...soundFields, ...change })).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason, part },
    });
  });

  it('says that a field has PKCS#7 or PKCS#12 in the place of PEM', async () => {
    const { key, certificateServer } = material;
    const [p7, p12] = [pkcs7Of(certificateServer), await pkcs12Of(key, certificateServer)];
    const fields = [
      [{ certificate: labelled('PKCS7', p7) }, 'pkcs7', 'certificate'],
      [{ certificate: p7.toString('base64') }, 'pkcs7', 'certificate'],
      [{ certificateChain: labelled('PKCS7', p7) }, 'pkcs7', 'certificateChain'],
      [{ certificate: p12.toString('base64') }, 'pkcs12', 'certificate'],
      [{ key: labelled('PKCS12', p12) }, 'pkcs12', 'key'],
    ] as const;
    for (const [change, reason, part] of fields)
      expect(readDelivery({ ...soundFields, ...change })).toEqual({
        ok: false,
        error: { kind: 'invalidMaterial', reason, part },
      });
  });

  it('refuses an encrypted key, and a key of an unsupported type', async () => {
    const { privateKey } = await new KeyPool().fresh('p256');
    const encrypted = privateKey.export({
      format: 'pem',
      type: 'pkcs8',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    });
    expect(readDelivery({ ...soundFields, key: encrypted.toString() })).toMatchObject({
      error: { reason: 'encryptedKey' },
    });
    const bare = { ...soundFields, certificateServer: '', certificateChain: '' };
    const key = privateKeyPem(await new KeyPool().fresh('ed25519'), 'pkcs8');
    expect(readDelivery({ ...bare, certificate: ed448Pem, key })).toMatchObject({
      error: { reason: 'keyNotSupported', part: 'key' },
    });
  });
});
