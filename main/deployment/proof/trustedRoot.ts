import { X509Certificate } from 'node:crypto';
import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { isSelfIssued } from '#main/x509/certificates/chain.ts';
import { certificatePem } from '#main/x509/certificates/pem.ts';
import { anchorOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';

/**
 * What a client trusts that is to be convinced by a bundle: the root of the material, else the trusted certificate
 * that its chain leads to, the longest way first. A leaf that signed itself is its own root.
 * @returns PEM, or `null` when the chain leads to none that is known
 */
export function trustedRoot(
  { leaf, chain, root }: Pick<BundlePem, 'leaf' | 'chain' | 'root'>,
  anchors: Pick<TrustAnchors, 'anchorsOf'>,
): string | null {
  if (root !== null) return root;
  const certificates = [leaf, ...chain].map((pem) => new X509Certificate(pem));
  for (const certificate of certificates.toReversed()) {
    if (isSelfIssued(certificate)) return certificatePem(certificate);
    const anchor = anchorOf(certificate, anchors);
    if (anchor !== null) return certificatePem(anchor);
  }
  return null;
}
