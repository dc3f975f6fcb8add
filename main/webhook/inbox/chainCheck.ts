import { fingerprintOf } from '#main/x509/certificates/facts.ts';
import { judgeMaterial } from '#main/x509/certificates/judgeMaterial.ts';
import { certificatesIn } from '#main/x509/certificates/pem.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { ClientRefusal, ReviewFinding } from '#shared/domain/finding.ts';
import { folded } from '#shared/domain/renewalLoss.ts';
import type { DeliveryRecord } from './deliveryRecord.ts';

/** The judgement of a delivery's chain. */
export interface DeliveryChain {
  /** `null`: the chain leads to a trusted root. Otherwise the issuer that is missing or cannot be verified. */
  readonly missingIssuer: string | null;
  /** Other reasons why clients refuse the chain. */
  readonly faults: readonly ReviewFinding[];
  /** Why some clients refuse the certificate, which no delivery waits for. */
  readonly refusals: readonly ClientRefusal[];
  /** The certificate above the leaf that expires before it; `null`: none. */
  readonly chainEnd: ChainEnd | null;
}

/** Checks the chain of a delivery at `now` (Unix ms), but not the validity of its leaf. */
export type ChainCheck = (delivery: Pick<DeliveryRecord, 'leaf' | 'pem'>, now: number) => DeliveryChain;

interface Known {
  readonly roots: TrustAnchors;
  readonly chain: DeliveryChain;
  readonly from: number;
  readonly until: number;
}

/**
 * Creates the check. Results are cached per record for as long as they hold, since rows are built often.
 * @param trusted gives the accepted roots: the same object while they stay
 */
export function createChainCheck(trusted: () => TrustAnchors): ChainCheck {
  const known = new WeakMap<object, Known>();
  return (delivery, now) => {
    const before = known.get(delivery);
    const roots = trusted();
    const isCurrent = before?.roots === roots && before.from <= now && now < before.until;
    if (isCurrent) return before.chain;
    const found = { roots, ...judged(delivery, roots, now) };
    known.set(delivery, found);
    return found.chain;
  };
}

function judged(
  { leaf, pem }: Pick<DeliveryRecord, 'leaf' | 'pem'>,
  anchors: TrustAnchors,
  now: number,
): Omit<Known, 'roots'> {
  const [first, ...above] = certificatesIn(pem);
  // The record's PEM must start with the leaf that the record shows.
  if (first === undefined || fingerprintOf(first) !== leaf.fingerprint256) {
    const chain = { missingIssuer: leaf.issuerName, faults: [], refusals: [], chainEnd: null };
    return { chain, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  }
  const { missingIssuer, faults, refusals, chainEnd, from, until } = judgeMaterial(
    { leaf: first, pool: above },
    { now, anchors },
  );
  return { chain: { missingIssuer, faults, refusals, chainEnd }, from, until };
}

/**
 * The names of a leaf, normalised (RFC 4343, RFC 5952), sorted and unique. Without alternative names it is the common
 * name, marked `cn=` since it is not equivalent to an alternative name.
 */
export function leafNames({ subjectAltNames, commonName }: CertificateFacts): readonly string[] {
  const names = subjectAltNames.map(folded);
  if (names.length === 0 && commonName !== null) names.push(`cn=${commonName.toLowerCase()}`);
  return [...new Set(names)].sort();
}

/** The difference between the names of a leaf and the approved ones; `null`: none. */
export function nameDifference(
  approved: readonly string[],
  names: readonly string[],
): { readonly added: readonly string[]; readonly missing: readonly string[] } | null {
  const wanted = new Set(approved.map(folded));
  const given = new Set(names.map(folded));
  const added = [...given].filter((name) => !wanted.has(name));
  const missing = [...wanted].filter((name) => !given.has(name));
  return added.length + missing.length === 0 ? null : { added, missing };
}
