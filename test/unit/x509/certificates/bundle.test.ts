import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildBundle as build } from '#main/x509/certificates/bundle.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { classicParts } from '#test/support/classicParts.ts';
import { createAuthority, ed448Pem, issue, now, oddNamesPem } from './certificateFixtures.ts';

const authority = await createAuthority();
const unrelated = await createAuthority();
const material = await issue(authority);
const { certificateServer, certificateChain } = material;
const sound = {
  key: material.key,
  certificate: certificateServer + certificateChain,
  certificateServer,
  certificateChain,
};

function buildBundle(given: CertificateMaterial, roots: readonly string[] = [authority.rootPem]) {
  return build(given, { now, anchors: createTrustAnchors(roots) });
}

function partsOf(changes: Partial<CertificateMaterial>) {
  const bundle = buildBundle({ ...material, ...changes });
  if (!bundle.ok) throw new Error(JSON.stringify(bundle.error));
  return classicParts(bundle.value.pem);
}

describe('buildBundle', () => {
  it('returns the parts of valid material unchanged, with the facts of the leaf', () => {
    const bundle = buildBundle(material);
    expect(bundle).toMatchObject({
      ok: true,
      value: { leaf: { commonName: 'shop.example.com' }, pem: { root: null } },
    });
    expect(partsOf({})).toEqual(sound);
  });

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no final newline', (text: string) => text.trimEnd()],
    ['blank lines', (text: string) => text.replaceAll('\n', '\n\n')],
    ['a byte order mark and text around the blocks', (text: string) => `\uFEFFCertificate:\n${text}\nend\n`],
  ])('normalises parts with %s', (_name, change) => {
    expect(
      partsOf({
        key: change(material.key),
        certificate: change(material.certificate),
        certificateServer: change(certificateServer),
        certificateChain: change(certificateChain),
      }),
    ).toEqual(sound);
  });

  it('puts the leaf first and omits duplicates, unrelated certificates and the root', () => {
    const certificate =
      authority.rootPem + certificateChain + unrelated.rootPem + certificateServer + certificateChain;
    expect(partsOf({ certificate })).toEqual(sound);
  });

  it('derives the parts that the service did not return', () => {
    expect(partsOf({ certificateServer: null, certificateChain: null })).toEqual(sound);
    expect(partsOf({ certificate: certificateServer })).toEqual(sound);
  });

  it.each([
    ['rsa2048', 'pkcs1', '-----BEGIN RSA PRIVATE KEY-----'],
    ['rsa2048', 'pkcs8', '-----BEGIN PRIVATE KEY-----'],
    ['p256', 'sec1', '-----BEGIN EC PRIVATE KEY-----'],
    ['ed25519', 'pkcs8', '-----BEGIN PRIVATE KEY-----'],
  ] as const)('keeps a %s key in %s', async (kind, encoding, firstLine) => {
    const issued = await issue(authority, { kind, encoding });
    const bundle = buildBundle({ ...issued, key: issued.key.replaceAll('\n', '\r\n') });
    const key = bundle.ok ? bundle.value.pem.key : null;
    expect(key).toBe(issued.key);
    expect(key?.split('\n')[0]).toBe(firstLine);
    expect(new X509Certificate(issued.certificateServer).checkPrivateKey(createPrivateKey(key ?? ''))).toBe(
      true,
    );
  });

  it('returns the root separately', () => {
    const bundle = buildBundle({ ...material, certificate: material.certificate + authority.rootPem });
    expect(bundle.ok && bundle.value.pem).toMatchObject({
      root: authority.rootPem,
      chain: [certificateChain],
    });
  });

  it.each([
    ['leads to a trusted root', [authority.rootPem], { complete: true, missingIssuer: null }],
    ['ends before any trusted root', [], { complete: false, missingIssuer: 'Example Trust Root R1' }],
  ])('reports whether the chain %s', (_name, roots, expected) => {
    const bundle = buildBundle(material, roots);
    expect(bundle.ok && bundle.value.chain).toMatchObject(expected);
  });

  it('has an incomplete chain that ends in its own root, unless that is trusted', () => {
    const full = { ...material, certificate: material.certificate + unrelated.rootPem };
    const own = { ...material, certificate: material.certificate + authority.rootPem };
    for (const [given, roots, complete] of [
      [own, [], false],
      [own, [unrelated.rootPem], false],
      [own, [authority.rootPem], true],
      [full, [authority.rootPem], true],
    ] as const)
      expect(buildBundle(given, roots)).toMatchObject({ value: { chain: { complete } } });
  });

  it('has no chain part if the material has no chain', () => {
    expect(
      partsOf({ certificate: certificateServer, certificateServer: null, certificateChain: null }),
    ).toEqual({
      ...sound,
      certificate: certificateServer,
      certificateChain: null,
    });
  });

  it('requires a key that belongs to the leaf', async () => {
    const otherKey = privateKeyPem(await new KeyPool().fresh('p256'), 'pkcs8');
    const invalid = (reason: string) => ({
      ok: false,
      error: { kind: 'invalidMaterial', reason, part: 'key' },
    });
    expect(buildBundle({ ...material, key: otherKey })).toEqual(invalid('keyMismatch'));
    expect(buildBundle({ ...material, key: '' })).toEqual(invalid('pemMissing'));
    expect(buildBundle({ ...material, key: material.certificate })).toEqual(
      invalid('certificateInPlaceOfKey'),
    );
  });

  it('builds the other parts if no key was fetched', () => {
    const bundle = buildBundle({ ...material, key: null });
    expect(bundle.ok && bundle.value.pem.key).toBeNull();
    expect(bundle.ok && bundle.value.pem.leaf).toContain('BEGIN CERTIFICATE');
  });

  it('exports nothing if the key cannot be matched', () => {
    const bare = { ...material, certificateServer: null, certificateChain: null };
    expect(buildBundle({ ...bare, certificate: ed448Pem }).ok).toBe(false);
    expect(buildBundle({ ...bare, certificate: oddNamesPem }).ok).toBe(false);
  });
});
