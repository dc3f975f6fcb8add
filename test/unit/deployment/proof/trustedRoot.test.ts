import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { trustedRoot } from '#main/deployment/proof/tlsProver.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { selfSigned } from '#test/support/testCertificates.ts';
import { createAuthority, issue } from '../../x509/certificates/certificateFixtures.ts';

const authority = await createAuthority();
const { certificateServer: leaf, certificateChain } = await issue(authority);
const chain = [certificateChain];
const root = authority.rootPem;

function sha(pem: string | null): string | null {
  return pem === null ? null : new X509Certificate(pem).fingerprint256;
}

test('the root of the material is preferred', async () => {
  const other = await createAuthority();
  const anchors = createTrustAnchors([other.rootPem]);
  expect(trustedRoot({ leaf, chain, root }, anchors)).toBe(root);
});

test('otherwise it is the anchor that issued the last certificate of the chain, not another with the same name', async () => {
  const namesake = await createAuthority();
  const anchors = createTrustAnchors([namesake.rootPem, root]);
  expect(sha(trustedRoot({ leaf, chain, root: null }, anchors))).toBe(sha(root));
  expect(trustedRoot({ leaf, chain, root: null }, createTrustAnchors([namesake.rootPem]))).toBeNull();
});

test('a trusted intermediate is found, also for a leaf without a chain', () => {
  const anchors = createTrustAnchors(chain);
  expect(sha(trustedRoot({ leaf, chain, root: null }, anchors))).toBe(sha(certificateChain));
  expect(sha(trustedRoot({ leaf, chain: [], root: null }, anchors))).toBe(sha(certificateChain));
});

test('a self-signed leaf is its own root', async () => {
  const own = await selfSigned('own.example', false, ['own.example']);
  const found = trustedRoot({ leaf: own.pem, chain: [], root: null }, createTrustAnchors([]));
  expect(sha(found)).toBe(sha(own.pem));
});
