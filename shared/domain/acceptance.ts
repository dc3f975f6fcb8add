import type { CertificateFacts } from './certificate.ts';
import { isDamage } from './chainFault.ts';
import { type Finding, isReviewFinding, type ReviewKind } from './finding.ts';
import { type Baseline, keyName, lossesOf, namesOf } from './renewalLoss.ts';

/** The accepted certificate of an order: accepted by the user, or automatically because it lost nothing. Times in Unix ms. */
export interface AcceptedLeaf
  extends Baseline,
    Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'> {
  /** Kinds of findings that the user accepted; they need no review on this and later certificates. */
  readonly kinds: readonly ReviewKind[];
}

/**
 * The accepted baseline of a leaf.
 * @param found findings of its material
 * @param kinds those that the user accepted
 * @param before the accepted leaf before this one, whose kind of key stays accepted; `null`: none
 */
export function acceptedLeaf(
  leaf: CertificateFacts,
  found: readonly Finding[],
  kinds: readonly ReviewKind[],
  before: AcceptedLeaf | null = null,
): AcceptedLeaf {
  const { fingerprint256, notBefore, notAfter, keyType, curve, purposes, mustStaple, mayEncipher } = leaf;
  const formerKeys = before === null ? [] : keysBeside(leaf, before);
  return {
    fingerprint256,
    notBefore,
    notAfter,
    keyType,
    curve,
    ...(purposes === undefined ? {} : { purposes }),
    ...(mustStaple === undefined ? {} : { mustStaple }),
    ...(mayEncipher === undefined ? {} : { mayEncipher }),
    ...(formerKeys.length === 0 ? {} : { formerKeys }),
    names: namesOf(leaf),
    chainComplete: missingIssuerIn(found) === null,
    kinds,
  };
}

/** The kinds of key that were accepted, without that of the leaf itself. */
function keysBeside(leaf: CertificateFacts, before: AcceptedLeaf): readonly string[] {
  const keys = new Set([...(before.formerKeys ?? []), keyName(before)]);
  return [...keys].filter((key) => key !== keyName(leaf));
}

/** Whether an accepted leaf says no more than the leaf itself would. */
export function isPlain({ kinds, formerKeys }: AcceptedLeaf): boolean {
  return kinds.length === 0 && formerKeys === undefined;
}

/** The issuer of an untrusted chain; `null`: it is trusted. */
function missingIssuerIn(found: readonly Finding[]): string | null {
  const untrusted = found.find(({ kind }) => kind === 'chainIncomplete' || kind === 'selfSigned');
  return untrusted !== undefined && 'missingIssuer' in untrusted ? untrusted.missingIssuer : null;
}

/** All findings of a leaf: what it lost, then those of its material with the accepted ones marked, never damage. */
export function judgedFindings(
  leaf: CertificateFacts,
  found: readonly Finding[],
  accepted: AcceptedLeaf | null,
): readonly Finding[] {
  const isSame = accepted === null || accepted.fingerprint256 === leaf.fingerprint256;
  // A self-signed certificate needs review for that alone.
  const missingIssuer = found.some(({ kind }) => kind === 'selfSigned') ? null : missingIssuerIn(found);
  const losses = isSame ? [] : lossesOf(accepted, leaf, missingIssuer);
  const isOtherKey = losses.some(({ kind }) => kind === 'keyTypeChanged');
  // Clients that refuse the one key may not be those that refuse the other.
  const kinds = (accepted?.kinds ?? []).filter((kind) => !isOtherKey || kind !== 'keyNotAccepted');
  if (losses.length === 0 && kinds.length === 0) return found;
  const marked = found.map((finding) =>
    isReviewFinding(finding) && !isDamage(finding) && kinds.includes(finding.kind)
      ? { ...finding, accepted: true }
      : finding,
  );
  return [...losses, ...marked];
}
