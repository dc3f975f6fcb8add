import { type AcceptedLeaf, judgedFindings } from '#shared/domain/acceptance.ts';
import { type ReviewFinding, toReview } from '#shared/domain/finding.ts';
import type { Bundle } from './bundle.ts';

/** What the user should know about a certificate before it is deployed. */
export interface BundleReview {
  /** Findings that were not accepted. */
  readonly findings: readonly ReviewFinding[];
  /** Whether `now` is in the time in which the certificate and its chain are valid. */
  readonly isValidNow: boolean;
  /** The user accepted that its chain reaches no trusted root. */
  readonly isChainAccepted: boolean;
}

/**
 * Reviews fetched material like an order's findings.
 * @param accepted the order's accepted certificate; `null`: none to compare with
 */
export function reviewBundle(
  { leaf, found, usable }: Pick<Bundle, 'leaf' | 'found' | 'usable'>,
  accepted: AcceptedLeaf | null,
  now: number,
): BundleReview {
  return {
    findings: toReview(judgedFindings(leaf, found, accepted)),
    isChainAccepted: accepted?.kinds.includes('trustLost') ?? false,
    isValidNow: usable.notBefore <= now && now <= usable.notAfter,
  };
}
