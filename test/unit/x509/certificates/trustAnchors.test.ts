import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { createAuthority, issue } from './certificateFixtures.ts';

const authority = await createAuthority();
const { certificateServer, certificateChain } = await issue(authority);
const leaf = new X509Certificate(certificateServer);
const intermediate = new X509Certificate(certificateChain);

describe('createTrustAnchors', () => {
  it('accepts an anchor and what it issued', () => {
    const anchors = createTrustAnchors([authority.rootPem]);
    expect(anchors.reach(intermediate)).toBe(true);
    expect(anchors.reach(new X509Certificate(authority.rootPem))).toBe(true);
    expect(anchors.reach(leaf)).toBe(false);
  });

  it('does not accept what another root of the same name issued', async () => {
    const namesake = await createAuthority();
    expect(createTrustAnchors([namesake.rootPem]).reach(intermediate)).toBe(false);
    expect(createTrustAnchors([namesake.rootPem, authority.rootPem]).reach(intermediate)).toBe(true);
  });

  it('reads files with several certificates, and skips unreadable ones', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const anchors = createTrustAnchors(['garbage', `${broken}${certificateChain}${authority.rootPem}`]);
    expect(anchors.reach(leaf)).toBe(true);
    expect(anchors.reach(intermediate)).toBe(true);
  });

  it('reads the roots that this runtime ships', () => {
    const [root = ''] = getCACertificates('bundled');
    expect(createTrustAnchors(getCACertificates('bundled')).reach(new X509Certificate(root))).toBe(true);
  });
});

describe('createNamedAnchors', () => {
  const named = (pem: string) => ({ pem, subject: new X509Certificate(pem).subject });

  it('finds the same anchors as createTrustAnchors', async () => {
    const namesake = await createAuthority();
    const pems = [namesake.rootPem, authority.rootPem];
    const certificates = [leaf, intermediate, ...pems.map((pem) => new X509Certificate(pem))];
    const fingerprints = (anchors: readonly X509Certificate[]) =>
      anchors.map(({ fingerprint256 }) => fingerprint256);
    const anchors = createNamedAnchors(pems.map(named));
    for (const certificate of certificates) {
      const expected = createTrustAnchors(pems);
      expect(anchors.reach(certificate)).toBe(expected.reach(certificate));
      expect(fingerprints(anchors.anchorsOf(certificate))).toEqual(
        fingerprints(expected.anchorsOf(certificate)),
      );
    }
  });

  it('gives the same objects each time, so that what was read of them is kept', () => {
    const anchors = createNamedAnchors([named(authority.rootPem)]);
    expect(anchors.anchorsOf(intermediate)[0]).toBe(anchors.anchorsOf(intermediate)[0]);
    expect(anchors.anchorsOf(intermediate)).toHaveLength(1);
  });
});
