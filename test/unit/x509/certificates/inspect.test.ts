import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { type Inspection, inspectMaterial, materialDigest } from '#main/x509/certificates/inspect.ts';
import { reviewBundle } from '#main/x509/certificates/reviewBundle.ts';
import { createTrustAnchors, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { codeSigning, craft, withBrokenSignature } from '#test/support/craftedChains.ts';
import { createAuthority, ed448Pem, issue, now, oddNamesPem } from './certificateFixtures.ts';

const authority = await createAuthority();
const unrelated = await createAuthority();
const anchors = createTrustAnchors([authority.rootPem]);
const material = await issue(authority);
const otherKey = privateKeyPem(await new KeyPool().fresh('p256'), 'pkcs8');
const { rsa } = authority.toRecord();

function inspect(changes: Partial<CertificateMaterial> = {}, at = now) {
  return inspectMaterial({ ...material, ...changes }, { now: at, anchors });
}

function inspected(changes: Partial<CertificateMaterial> = {}, at = now): Inspection {
  const result = inspect(changes, at);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function invalid(reason: string, part: string) {
  return { ok: false, error: { kind: 'invalidMaterial', reason, part } };
}

describe('inspectMaterial', () => {
  it('returns leaf and chain of valid material, without findings', () => {
    const inspection = inspected();
    expect(inspection.leaf.commonName).toBe('shop.example.com');
    expect(inspection.leafPem).toBe(material.certificateServer);
    expect(inspection.chain.map(({ commonName }) => commonName)).toEqual(['Example Trust ECC Issuing CA 1']);
    expect(inspection.chainPem).toEqual([material.certificateChain]);
    expect(inspection.findings).toEqual([]);
  });

  it('has the failure that the service reported beside it', () => {
    const reported = { said: 'Renewal failed' };
    expect(inspected({ reported }).findings).toEqual([{ kind: 'failureReported', said: 'Renewal failed' }]);
    expect(materialDigest({ ...material, reported })).not.toBe(materialDigest(material));
    const bundle = buildBundle({ ...material, reported }, { now, anchors });
    if (!bundle.ok) throw new Error(JSON.stringify(bundle.error));
    expect(reviewBundle(bundle.value, null, now).findings).toEqual([
      { kind: 'failureReported', said: 'Renewal failed' },
    ]);
  });

  it('contains no part of the key', () => {
    expect(JSON.stringify(inspected())).not.toContain('PRIVATE KEY');
    expect(JSON.stringify(inspected())).not.toContain(material.key.split('\n')[1]);
  });

  it('reports as information that there was no key to check', () => {
    expect(inspected({ key: null }).findings).toEqual([{ kind: 'keyNotChecked' }]);
    expect(inspected({ key: '  \n' }).findings).toEqual([{ kind: 'keyNotChecked' }]);
  });

  it.each(['rsa2048', 'p384'] as const)('matches a %s key', async (kind) => {
    const result = inspectMaterial(await issue(authority, { kind }), { now, anchors });
    expect(result).toMatchObject({ ok: true, value: { findings: [] } });
  });

  it('says which clients refuse a kind of key', async () => {
    const result = inspectMaterial(await issue(authority, { kind: 'ed25519' }), { now, anchors });
    const clients = ['Chrome', 'Edge', 'Firefox', 'Safari'];
    expect(result).toMatchObject({
      ok: true,
      value: { findings: [{ kind: 'keyNotAccepted', key: 'Ed25519', clients }] },
    });
  });

  it.each([
    ['rsa2048', 'pkcs1'],
    ['p256', 'sec1'],
  ] as const)('matches a %s key in %s', async (kind, encoding) => {
    const result = inspectMaterial(await issue(authority, { kind, encoding }), { now, anchors });
    expect(result).toMatchObject({ ok: true, value: { findings: [] } });
  });

  it('accepts a SEC1 key with the parameters that openssl puts before it', async () => {
    const sec1 = await issue(authority, { encoding: 'sec1' });
    const key = `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${sec1.key}`;
    expect(inspectMaterial({ ...sec1, key }, { now, anchors }).ok).toBe(true);
  });

  it('refuses a key that belongs to another certificate', () => {
    expect(inspect({ key: otherKey })).toEqual(invalid('keyMismatch', 'key'));
  });

  it('refuses an encrypted key, a certificate in place of the key, and other data', () => {
    const encrypted = otherKey.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY');
    expect(inspect({ key: encrypted })).toEqual(invalid('encryptedKey', 'key'));
    expect(inspect({ key: material.certificate })).toEqual(invalid('certificateInPlaceOfKey', 'key'));
    expect(inspect({ key: 'see attachment' })).toEqual(invalid('pemMissing', 'key'));
    expect(inspect({ key: otherKey.slice(0, 80) })).toEqual(invalid('pemTruncated', 'key'));
    const broken = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
    expect(inspect({ key: broken })).toEqual(invalid('unreadable', 'key'));
  });

  it('refuses a key in place of the certificate', () => {
    expect(inspect({ certificate: material.key })).toEqual(invalid('keyInPlaceOfCertificate', 'certificate'));
    expect(inspect({ certificateServer: material.key })).toEqual(
      invalid('keyInPlaceOfCertificate', 'certificateServer'),
    );
  });

  it('refuses truncated, empty and other data', () => {
    expect(inspect({ certificate: material.certificate.slice(0, -30) })).toEqual(
      invalid('pemTruncated', 'certificate'),
    );
    expect(inspect({ certificateChain: material.certificateChain.slice(0, 200) })).toEqual(
      invalid('pemTruncated', 'certificateChain'),
    );
    expect(inspect({ certificate: '' })).toEqual(invalid('pemMissing', 'certificate'));
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    expect(inspect({ certificate: broken })).toEqual(invalid('unreadable', 'certificate'));
    expect(inspect({ certificate: material.certificate.repeat(51) })).toEqual(
      invalid('tooManyCertificates', 'certificate'),
    );
  });

  it('refuses a chain without a leaf', () => {
    expect(inspect({ certificate: material.certificateChain, certificateServer: null, key: null })).toEqual(
      invalid('leafMissing', 'certificate'),
    );
  });

  it('refuses parts with different leaves', async () => {
    const other = await issue(authority);
    expect(inspect({ certificateServer: other.certificateServer })).toEqual(
      invalid('partsDisagree', 'certificateServer'),
    );
  });

  it('finds a leaf after its chain, and reports the wrong order', () => {
    const inspection = inspected({ certificate: material.certificateChain + material.certificateServer });
    expect(inspection.leaf.commonName).toBe('shop.example.com');
    expect(inspection.chainPem).toEqual([material.certificateChain]);
    expect(inspection.findings).toEqual([{ kind: 'chainOutOfOrder' }]);
  });

  it('chooses the leaf that matches the key', async () => {
    const other = await issue(authority);
    const inspection = inspected({
      certificate: other.certificateServer + material.certificate,
      certificateServer: null,
    });
    expect(inspection.leafPem).toBe(material.certificateServer);
    expect(inspection.findings).toEqual([{ kind: 'chainHasStrangers', count: 1 }]);
  });

  it('counts duplicates and unrelated certificates, and omits them from the chain', () => {
    const inspection = inspected({
      certificate: material.certificate + material.certificateServer + rsa.certificate + unrelated.rootPem,
    });
    expect(inspection.chainPem).toEqual([material.certificateChain]);
    expect(inspection.findings).toEqual([
      { kind: 'chainHasDuplicates', count: 1 },
      { kind: 'chainHasStrangers', count: 2 },
    ]);
  });

  it('adds no certificate with the right name and the wrong key to the chain', async () => {
    // Both authorities have the same names.
    const impostor = await issue(unrelated);
    const inspection = inspected({
      certificate: material.certificateServer + impostor.certificateChain,
      certificateChain: null,
    });
    expect(inspection.chain).toEqual([]);
    expect(inspection.findings).toEqual([
      { kind: 'chainIncomplete', missingIssuer: 'Example Trust ECC Issuing CA 1' },
      { kind: 'chainHasStrangers', count: 1 },
    ]);
  });

  it('reports the missing issuer if the chain ends before a root', () => {
    expect(inspected({ certificate: material.certificateServer, certificateChain: null }).findings).toEqual([
      { kind: 'chainIncomplete', missingIssuer: 'Example Trust ECC Issuing CA 1' },
    ]);
  });

  it('takes the chain from its own part if the full certificate lacks it', () => {
    expect(inspected({ certificate: material.certificateServer }).findings).toEqual([]);
  });

  it('accepts a chain with or without the root', () => {
    expect(inspected({ certificate: material.certificate + authority.rootPem }).findings).toEqual([]);
    const inspection = inspected({ certificate: material.certificate + authority.rootPem });
    expect(inspection.chain.map(({ selfIssued }) => selfIssued)).toEqual([false, true]);
  });

  it('reports an incomplete chain if it leads to no trusted root', () => {
    const elsewhere = createTrustAnchors([unrelated.rootPem]);
    expect(inspectMaterial(material, { now, anchors: elsewhere })).toMatchObject({
      value: { findings: [{ kind: 'chainIncomplete', missingIssuer: 'Example Trust Root R1' }] },
    });
  });

  it('reports an incomplete chain that brings its own root, which no store has', () => {
    const certificate = material.certificate + authority.rootPem;
    const elsewhere = createTrustAnchors([unrelated.rootPem]);
    expect(inspectMaterial({ ...material, certificate }, { now, anchors: elsewhere })).toMatchObject({
      value: { findings: [{ kind: 'chainIncomplete', missingIssuer: 'Example Trust Root R1' }] },
    });
  });

  it('names expired chain certificates, including a root trusted here', () => {
    const { chain } = inspected();
    const [intermediate] = chain;
    if (intermediate === undefined) throw new Error('no chain');
    const later = intermediate.notAfter + 1000;
    expect(inspected({}, later).findings).toMatchObject([
      { kind: 'chainCertificateExpired', subject: intermediate.commonName, notAfter: intermediate.notAfter },
      { kind: 'chainCertificateExpired', subject: 'Example Trust Root R1' },
    ]);
  });

  it('reports what clients refuse in a chain, beside its unknown root', async () => {
    const root = await craft({ subject: 'CN=Own Root', basic: { isCa: true } }, null);
    const leaf = await craft({ subject: 'CN=shop.example', purposes: [codeSigning] }, root);
    const odd = { ...material, certificate: leaf.pem + root.pem, key: null };
    const text = { certificateServer: null, certificateChain: null };
    const result = inspectMaterial({ ...odd, ...text }, { now: Date.now(), anchors });
    expect(result.ok && result.value.findings).toEqual([
      { kind: 'noNames', commonName: 'shop.example' },
      { kind: 'notForServers', subject: 'shop.example', isLeaf: true },
      { kind: 'chainIncomplete', missingIssuer: 'Own Root' },
      { kind: 'keyNotChecked' },
    ]);
  });

  it('reports a damaged leaf if its named issuer did not sign it', async () => {
    const root = await craft({ subject: 'CN=Own Root', basic: { isCa: true } }, null);
    const names = [{ type: 'dns', value: 'shop.example' }] as const;
    const forged = withBrokenSignature(await craft({ subject: 'CN=shop.example', names }, root));
    const odd = { ...material, certificate: forged.toString() + root.pem, key: null };
    const text = { certificateServer: null, certificateChain: null };
    const result = inspectMaterial({ ...odd, ...text }, { now: Date.now(), anchors });
    expect(result.ok && result.value.findings).toContainEqual({
      kind: 'signatureBroken',
      subject: 'shop.example',
    });
    expect(result.ok && result.value.findings.map(({ kind }) => kind)).not.toContain('chainIncomplete');
  });

  it('treats a self-signed certificate as a leaf, which is trusted only if it is an anchor', () => {
    const selfSigned = {
      ...material,
      certificate: oddNamesPem,
      certificateServer: null,
      certificateChain: null,
      key: null,
    };
    const findingsWith = (roots: TrustAnchors) => {
      const result = inspectMaterial(selfSigned, { now, anchors: roots });
      if (!result.ok) throw new Error(result.error.kind);
      expect(result.value.chain).toEqual([]);
      return result.value.findings.map(({ kind }) => kind);
    };
    const refusals = ['livesTooLong', 'purposeMissing'];
    expect(findingsWith(anchors)).toEqual(['selfSigned', ...refusals, 'keyNotChecked']);
    expect(findingsWith(createTrustAnchors([oddNamesPem]))).toEqual([...refusals, 'keyNotChecked']);
  });

  it('reads a leaf whose key this runtime cannot match, and reports that', () => {
    const foreign = { ...material, certificate: ed448Pem, certificateServer: null, certificateChain: null };
    const result = inspectMaterial(foreign, { now, anchors });
    // OpenSSL knows Ed448 and finds the mismatch; BoringSSL, in the application, does not support it.
    if (knowsEd448()) expect(result).toEqual(invalid('keyMismatch', 'key'));
    else
      expect(result).toMatchObject({
        ok: true,
        value: {
          findings: [
            { kind: 'noNames', commonName: 'ed448.example.com' },
            { kind: 'selfSigned', missingIssuer: 'ed448.example.com' },
            { kind: 'keyUnsupported', key: 'Ed448', reach: 'openssl', subject: 'ed448.example.com' },
            { kind: 'livesTooLong' },
            { kind: 'purposeMissing' },
            { kind: 'keyNotMatchable' },
          ],
        },
      });
  });
});

function knowsEd448(): boolean {
  try {
    return new X509Certificate(ed448Pem).publicKey.asymmetricKeyType === 'ed448';
  } catch {
    return false;
  }
}

describe('materialDigest', () => {
  it('is equal for equal parts and differs with each of them', () => {
    const digest = materialDigest(material);
    expect(materialDigest({ ...material, notAfter: null, name: null })).toBe(digest);
    const changed = (['certificate', 'certificateServer', 'certificateChain', 'key'] as const).map((part) =>
      materialDigest({ ...material, [part]: `${material[part]} ` }),
    );
    const absent = (['certificateServer', 'certificateChain', 'key'] as const).map((part) =>
      materialDigest({ ...material, [part]: null }),
    );
    const empty = materialDigest({ ...material, key: '' });
    expect(new Set([digest, empty, ...changed, ...absent]).size).toBe(9);
  });
});
