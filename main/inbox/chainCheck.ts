import { X509Certificate } from 'node:crypto';
import { isProvenBy } from '../certificates/chain.ts';
import { factsOf, fingerprintOf } from '../certificates/facts.ts';
import { pemKind, readPemBlocks } from '../certificates/pem.ts';
import type { TrustAnchors } from '../certificates/trustAnchors.ts';
import type { DeliveryRecord } from './inboxRecord.ts';

/**
 * Whether the chain of a delivery leads to a trusted root at `now` (Unix ms): `null` if it does, else the name of the
 * issuer that is missing, cannot be proven, or is out of its time. The leaf's own validity is another question.
 */
export type ChainCheck = (delivery: Pick<DeliveryRecord, 'leaf' | 'pem'>, now: number) => string | null;

/**
 * Makes the check: every signature from the leaf up to the first certificate that an anchor vouches for (RFC 5280,
 * section 6.1, without policies and name constraints, which this runtime does not show).
 */
export function createChainCheck(anchors: Pick<TrustAnchors, 'proves'>): ChainCheck {
  return ({ leaf, pem }, now) => {
    const [first, ...above] = parseAll(pem);
    // What is judged is what the record shows.
    if (first === undefined || fingerprintOf(first) !== leaf.fingerprint256) return leaf.issuerName;
    let current = first;
    for (const issuer of above) {
      if (anchors.proves(current)) return null;
      const { notBefore, notAfter } = factsOf(issuer);
      if (!isProvenBy(current, issuer) || now < notBefore || now > notAfter) break;
      current = issuer;
    }
    return anchors.proves(current) ? null : factsOf(current).issuerName;
  };
}

/** Those that can be read, up to the first that cannot. */
function parseAll(pem: string): X509Certificate[] {
  const blocks = readPemBlocks(pem);
  const certificates: X509Certificate[] = [];
  for (const block of blocks.ok ? blocks.value : []) {
    if (pemKind(block) !== 'certificate') continue;
    try {
      certificates.push(new X509Certificate(Buffer.from(block.base64, 'base64')));
    } catch {
      break;
    }
  }
  return certificates;
}
