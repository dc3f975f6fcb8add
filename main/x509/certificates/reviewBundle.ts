import { X509Certificate } from 'node:crypto';
import {
  type AcceptedLeaf,
  type Finding,
  judgedFindings,
  type ReviewFinding,
  toReview,
} from '#shared/domain/finding.ts';
import type { Bundle } from './bundle.ts';
import { materialFaults } from './materialFaults.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/** What a person should see of a certificate before it is put in place. */
export interface BundleReview {
  /** What was not accepted; empty: nothing. */
  readonly findings: readonly ReviewFinding[];
  /** Now is between its notBefore and its notAfter. */
  readonly isValidNow: boolean;
  /** A person accepted that its chain reaches no trusted root. */
  readonly isChainAccepted: boolean;
}

/**
 * Reviews what was just fetched, as an order's findings are made: it may be another certificate than the one that the
 * order is known to have.
 * @param accepted of its order; `null`: nothing is known to measure it by
 * @param now Unix ms
 */
export function reviewBundle(
  { leaf, chain, pem }: Bundle,
  accepted: AcceptedLeaf | null,
  anchors: Pick<TrustAnchors, 'anchorsOf'> | null,
  now: number,
): BundleReview {
  const [own, ...above] = [pem.leaf, ...pem.chain, ...(pem.root === null ? [] : [pem.root])].map(
    (text) => new X509Certificate(text),
  );
  const faults =
    own === undefined ? [] : materialFaults({ leaf: own, path: above, listed: [] }, { now, anchors });
  const { missingIssuer } = chain;
  const found: readonly Finding[] =
    missingIssuer === null ? faults : [...faults, { kind: 'chainIncomplete', missingIssuer }];
  return {
    findings: toReview(judgedFindings(leaf, found, accepted)),
    isChainAccepted: accepted?.kinds.includes('trustLost') ?? false,
    isValidNow: leaf.notBefore <= now && now <= leaf.notAfter,
  };
}
