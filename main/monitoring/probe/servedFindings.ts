import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type ChainJudgement, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import type { ServedFinding } from '#shared/domain/endpoint.ts';

/** Limit for chains of hostile servers. */
const MAX_TRIED = 16;

/** Findings of a served chain, and the time in which they hold (Unix ms). */
export interface ChainVerdict extends Pick<ChainJudgement, 'from' | 'until'> {
  readonly findings: readonly ServedFinding[];
}

/**
 * Judges a chain by the served certificates and the anchors only. An expired leaf is not a finding.
 * @param above certificates served besides the leaf, in any order
 * @param now Unix ms
 */
export function judgeServed(
  leaf: X509Certificate,
  above: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'anchorsOf'>,
  now: number,
): ChainVerdict {
  const { trust, faults, from, until } = judgeChain(leaf, above.slice(0, MAX_TRIED), anchors, now);
  // An invalid signature also explains why no path continues from there.
  const isExplained = trust === null || faults.some(isDamage);
  return { findings: isExplained ? faults : [trust, ...faults], from, until };
}

/**
 * A finding if a certificate does not cover a name. The subject is ignored, as in clients (RFC 9525, section 2).
 * @param name a DNS name, or an IP address that must be among the certificate's IP addresses
 */
export function judgeName(leaf: X509Certificate, name: string): ServedFinding | null {
  const isCovered =
    isIP(name) === 0
      ? leaf.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined
      : leaf.checkIP(name) !== undefined;
  return isCovered ? null : { kind: 'nameNotCovered', name };
}
