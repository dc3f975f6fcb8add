import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { createAuthority, issue } from './certificateFixtures.ts';

const authority = await createAuthority();
const { certificateServer, certificateChain } = await issue(authority);
const leaf = new X509Certificate(certificateServer);
const intermediate = new X509Certificate(certificateChain);

const fingerprints = (anchors: readonly X509Certificate[]) =>
  anchors.map(({ fingerprint256 }) => fingerprint256);
const root = new X509Certificate(authority.rootPem);

describe('createTrustAnchors', () => {
  it('finds a certificate that is an anchor, and those with the name of its issuer', async () => {
    const namesake = await createAuthority();
    const anchors = createTrustAnchors([namesake.rootPem, authority.rootPem]);
    const both = [new X509Certificate(namesake.rootPem), root];
    expect(fingerprints(anchors.anchorsOf(root))).toEqual(fingerprints(both.toReversed()));
    expect(fingerprints(anchors.anchorsOf(intermediate))).toEqual(fingerprints(both));
    expect(anchors.anchorsOf(leaf)).toEqual([]);
  });

  it('reads files with several certificates, and skips unreadable ones', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const anchors = createTrustAnchors(['garbage', `${broken}${certificateChain}${authority.rootPem}`]);
    expect(fingerprints(anchors.anchorsOf(leaf))).toEqual(fingerprints([intermediate]));
    expect(fingerprints(anchors.anchorsOf(intermediate))).toEqual(fingerprints([intermediate, root]));
  });

  it('reads the roots that this runtime ships', () => {
    const [pem = ''] = getCACertificates('bundled');
    const bundled = new X509Certificate(pem);
    expect(fingerprints(createTrustAnchors(getCACertificates('bundled')).anchorsOf(bundled))).toContain(
      bundled.fingerprint256,
    );
  });
});

describe('createNamedAnchors', () => {
  const named = (pem: string) => ({ pem, subject: new X509Certificate(pem).subject });

  it('finds the same anchors as createTrustAnchors', async () => {
    const namesake = await createAuthority();
    const pems = [namesake.rootPem, authority.rootPem];
    const certificates = [leaf, intermediate, ...pems.map((pem) => new X509Certificate(pem))];
    const anchors = createNamedAnchors(pems.map(named));
    for (const certificate of certificates) {
      const expected = createTrustAnchors(pems);
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
