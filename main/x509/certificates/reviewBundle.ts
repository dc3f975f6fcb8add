import { X509Certificate } from 'node:crypto';
import { type AcceptedLeaf, judgedFindings } from '#shared/domain/acceptance.ts';
import { type Finding, type ReviewFinding, toReview } from '#shared/domain/finding.ts';
import type { Bundle } from './bundle.ts';
import { reportedFindings } from './inspect.ts';
import { materialFaults } from './judgeChain.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/** What the user should know about a certificate before it is deployed. */
export interface BundleReview {
  /** Findings that were not accepted. */
  readonly findings: readonly ReviewFinding[];
  /** Whether `now` is between its notBefore and its notAfter. */
  readonly isValidNow: boolean;
  /** The user accepted that its chain reaches no trusted root. */
  readonly isChainAccepted: boolean;
}

/**
 * Reviews fetched material like an order's findings.
 * @param accepted the order's accepted certificate; `null`: none to compare with
 */
export function reviewBundle(
  bundle: Bundle,
  accepted: AcceptedLeaf | null,
  anchors: Pick<TrustAnchors, 'anchorsOf'> | null,
  now: number,
): BundleReview {
  const { leaf, chain, pem } = bundle;
  const [own, ...above] = [pem.leaf, ...pem.chain, ...(pem.root === null ? [] : [pem.root])].map(
    (text) => new X509Certificate(text),
  );
  const faults =
    own === undefined ? [] : materialFaults({ leaf: own, path: above, listed: [] }, { now, anchors }).faults;
  const { missingIssuer } = chain;
  const found: readonly Finding[] = [
    ...faults,
    ...reportedFindings(bundle),
    ...(missingIssuer === null ? [] : [{ kind: 'chainIncomplete', missingIssuer } as const]),
  ];
  return {
    findings: toReview(judgedFindings(leaf, found, accepted)),
    isChainAccepted: accepted?.kinds.includes('trustLost') ?? false,
    isValidNow: leaf.notBefore <= now && now <= leaf.notAfter,
  };
}
