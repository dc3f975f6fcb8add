import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { ServedFinding } from '#shared/domain/endpoint.ts';
import { isIssuedBy, isProvenBy, isSelfIssued, pathAbove } from '../certificates/chain.ts';
import { factsOf, publicKeyOf } from '../certificates/facts.ts';
import type { TrustAnchors } from '../certificates/trustAnchors.ts';

/** Of a hostile server's list no more than this is tried. */
const MAX_TRIED = 16;

/** What can be said of a chain at some time, and until when it holds. Times in Unix ms. */
export interface ChainVerdict {
  readonly finding: ServedFinding | null;
  readonly from: number;
  readonly until: number;
}

/**
 * Judges a chain by the certificates as they were served and by the anchors alone: what this computer may have besides
 * would hide what other clients lack. That the leaf itself has expired is no finding.
 * @param above what was served beside the leaf, in any order
 * @param now Unix ms
 */
export function judgeChain(
  leaf: X509Certificate,
  above: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'proves' | 'reach'>,
  now: number,
): ChainVerdict {
  const pool = above.slice(0, MAX_TRIED);
  const isValid = (certificate: X509Certificate) => {
    const { notBefore, notAfter } = factsOf(certificate);
    return notBefore <= now && now <= notAfter;
  };
  const finding = leadsToAnchor(leaf, pool.filter(isValid), anchors)
    ? null
    : (outOfDate(leaf, pool, anchors, now) ?? whatIsWrong(leaf, pool, anchors));
  const turns = pool.map(factsOf).flatMap(({ notBefore, notAfter }) => [notBefore, notAfter + 1]);
  return {
    finding,
    from: Math.max(Number.NEGATIVE_INFINITY, ...turns.filter((turn) => turn <= now)),
    until: Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now)),
  };
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

/** Whether any way up leads to an anchor: cross-signed authorities have several, and each step is visited once. */
function leadsToAnchor(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'proves'>,
): boolean {
  const reached = new Set([leaf]);
  for (const certificate of reached) {
    if (anchors.proves(certificate)) return true;
    for (const candidate of pool) if (isProvenBy(certificate, candidate)) reached.add(candidate);
  }
  return false;
}

function outOfDate(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'proves'>,
  now: number,
): ServedFinding | null {
  if (!leadsToAnchor(leaf, pool, anchors)) return null;
  const isExpired = pathAbove(leaf, pool).some((certificate) => factsOf(certificate).notAfter < now);
  return notTrusted(isExpired ? 'CERT_HAS_EXPIRED' : 'CERT_NOT_YET_VALID');
}

/** In the words of OpenSSL, which people find again. */
function whatIsWrong(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'reach'>,
): ServedFinding {
  if (isSelfIssued(leaf)) return notTrusted('DEPTH_ZERO_SELF_SIGNED_CERT');
  const path = pathAbove(leaf, pool);
  const last = path.at(-1) ?? leaf;
  if (pool.some((candidate) => isForged(last, candidate))) return notTrusted('CERT_SIGNATURE_FAILURE');
  if (path.some(({ ca }) => !ca)) return notTrusted('INVALID_CA');
  if (path.some((issuer) => publicKeyOf(issuer) === null) || anchors.reach(last))
    return notTrusted('UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY');
  if (isSelfIssued(last)) return notTrusted('SELF_SIGNED_CERT_IN_CHAIN');
  return { kind: 'chainIncomplete', missingIssuer: factsOf(last).issuerName };
}

/** Whether a certificate names the other one as its issuer, which did not sign it. */
function isForged(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && !isIssuedBy(certificate, issuer);
}

function notTrusted(code: string): ServedFinding {
  return { kind: 'notTrusted', code };
}
