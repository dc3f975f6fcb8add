import type { CertificateFacts } from './certificate.ts';
import { isDamage } from './chainFault.ts';
import { type Finding, isReviewFinding, type ReviewKind } from './finding.ts';
import { type Baseline, lossesOf, namesOf } from './renewalLoss.ts';

/** The accepted certificate of an order: accepted by the user, or automatically because it lost nothing. Times in Unix ms. */
export interface AcceptedLeaf
  extends Baseline,
    Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'> {
  /** Kinds of findings that the user accepted; they need no review on this and later certificates. */
  readonly kinds: readonly ReviewKind[];
}

/** The accepted baseline of a leaf. `found`: findings of its material; `kinds`: those that the user accepted. */
export function acceptedLeaf(
  leaf: CertificateFacts,
  found: readonly Finding[],
  kinds: readonly ReviewKind[],
): AcceptedLeaf {
  const { fingerprint256, notBefore, notAfter, keyType, curve, purposes } = leaf;
  return {
    ...{ fingerprint256, notBefore, notAfter, keyType, curve },
    ...(purposes === undefined ? {} : { purposes }),
    names: namesOf(leaf),
    chainComplete: missingIssuerIn(found) === null,
    kinds,
  };
}

function missingIssuerIn(found: readonly Finding[]): string | null {
  return found.find((finding) => finding.kind === 'chainIncomplete')?.missingIssuer ?? null;
}

/** All findings of a leaf: what it lost, then those of its material with the accepted ones marked, never damage. */
export function judgedFindings(
  leaf: CertificateFacts,
  found: readonly Finding[],
  accepted: AcceptedLeaf | null,
): readonly Finding[] {
  const isSame = accepted === null || accepted.fingerprint256 === leaf.fingerprint256;
  const losses = isSame ? [] : lossesOf(accepted, leaf, missingIssuerIn(found));
  const kinds = accepted?.kinds ?? [];
  if (losses.length === 0 && kinds.length === 0) return found;
  const marked = found.map((finding) =>
    isReviewFinding(finding) && !isDamage(finding) && kinds.includes(finding.kind)
      ? { ...finding, accepted: true }
      : finding,
  );
  return [...losses, ...marked];
}
