import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
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
