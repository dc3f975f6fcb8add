import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type ChainJudgement, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import type { ServedFinding } from '#shared/domain/endpoint.ts';

/** Of a hostile server's list no more than this is tried. */
const MAX_TRIED = 16;

/** What can be said of a chain that is served, and between which instants it holds (Unix ms). */
export interface ChainVerdict extends Pick<ChainJudgement, 'from' | 'until'> {
  readonly findings: readonly ServedFinding[];
}

/**
 * Judges a chain by the certificates as they were served and by the anchors alone. That the leaf itself has expired is
 * no finding.
 * @param above what was served beside the leaf, in any order
 * @param now Unix ms
 */
export function judgeServed(
  leaf: X509Certificate,
  above: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'anchorsOf'>,
  now: number,
): ChainVerdict {
  const { trust, faults, from, until } = judgeChain(leaf, above.slice(0, MAX_TRIED), anchors, now);
  // Where a signature is not right, that no way goes on from there follows from it.
  const isExplained = trust === null || faults.some(isDamage);
  return { findings: isExplained ? faults : [trust, ...faults], from, until };
}

/**
 * Says that a leaf is not for a name. Its subject is not looked at, which clients no longer do (RFC 9525, section 2).
 * @param name a DNS name, or an IP address, which has to be among the leaf's IP addresses
 */
export function judgeName(leaf: X509Certificate, name: string): ServedFinding | null {
  const isCovered =
    isIP(name) === 0
      ? leaf.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined
      : leaf.checkIP(name) !== undefined;
  return isCovered ? null : { kind: 'nameNotCovered', name };
}
