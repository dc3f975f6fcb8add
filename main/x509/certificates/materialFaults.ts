import type { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ReviewFinding } from '#shared/domain/finding.ts';
import { isSelfIssued } from './chain.ts';
import { factsOf } from './facts.ts';
import { judgeChain } from './judgeChain.ts';
import type { ReadMaterial } from './readMaterial.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/**
 * Why clients would reject material, apart from trust in its root, which is another finding. Its own roots count as
 * trusted; without one, its last certificate does.
 */
export function materialFaults(
  { leaf, listed, path }: Pick<ReadMaterial, 'leaf' | 'listed' | 'path'>,
  { now, anchors }: { readonly now: number; readonly anchors: Pick<TrustAnchors, 'anchorsOf'> | null },
): readonly ReviewFinding[] {
  const pool = [...path, ...listed];
  const { faults } = judgeChain(leaf, pool, { anchorsOf: withRoots(pool, leaf, anchors) }, now);
  return [...withoutName(factsOf(leaf)), ...faults];
}

/** A finding for a leaf without a name that clients connect to. */
export function withoutName({ subjectAltNames, commonName }: CertificateFacts): readonly ReviewFinding[] {
  return subjectAltNames.length > 0 ? [] : [{ kind: 'noNames', commonName }];
}

function withRoots(
  pool: readonly X509Certificate[],
  leaf: X509Certificate,
  anchors: Pick<TrustAnchors, 'anchorsOf'> | null,
): TrustAnchors['anchorsOf'] {
  const roots = [...pool, leaf].filter(isSelfIssued);
  return (certificate) => [
    ...(anchors?.anchorsOf(certificate) ?? []),
    ...roots.filter((root) => root === certificate || root.subject === certificate.issuer),
  ];
}
