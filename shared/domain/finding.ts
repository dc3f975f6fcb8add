import type { CertificateFacts, KeyType } from './certificate.ts';
import { type ChainFault, isDamage } from './chainFault.ts';
import { parseIpAddress } from './ipAddress.ts';

/** What a renewal took away, or clients would refuse: a person looks at it before anything is done with it. */
export type ReviewFinding =
  | ChainFault
  /** It has no alternative name, and clients no longer look into the subject (RFC 9525, section 2). */
  | { readonly kind: 'noNames'; readonly commonName: string | null }
  /** Names of the certificate that was accepted last, which this one does not cover. */
  | { readonly kind: 'namesLost'; readonly names: readonly string[] }
  /** It has a kind of key that servers may not be able to use. */
  | { readonly kind: 'keyTypeChanged'; readonly from: KeyType; readonly to: KeyType }
  /** Its chain reaches no trusted root, and that of the certificate that was accepted last did. */
  | { readonly kind: 'trustLost'; readonly missingIssuer: string };

/** Something about the material of an order that a person should know, though the leaf was read and stored. */
export type Finding =
  /** `accepted`: a person said that it is to be so. */
  | (ReviewFinding & { readonly accepted?: boolean })
  /** The chain stops before a certificate that the system, or the connection's own CA file, trusts as a root. */
  | { readonly kind: 'chainIncomplete'; readonly missingIssuer: string }
  | { readonly kind: 'chainOutOfOrder' }
  | { readonly kind: 'chainHasDuplicates'; readonly count: number }
  /** Certificates in the chain that do not lead from the leaf to its root. */
  | { readonly kind: 'chainHasStrangers'; readonly count: number }
  /** The service's zoneless notAfter does not name the leaf's notAfter in the zone learnt for its connection. */
  | { readonly kind: 'serviceDisagrees'; readonly serviceNotAfter: string; readonly differenceMs: number }
  /** The key was not among what the service gave when it was last asked, so its match is not known. */
  | { readonly kind: 'keyNotChecked' };

export type ReviewKind = ReviewFinding['kind'];

const reviewKinds = {
  signatureBroken: true,
  malformed: true,
  notForServers: true,
  keyMayNotSign: true,
  notAnAuthority: true,
  pathTooLong: true,
  nameNotPermitted: true,
  unknownCritical: true,
  weakSignature: true,
  weakKey: true,
  chainCertificateExpired: true,
  chainCertificateNotYetValid: true,
  chainTooComplex: true,
  noNames: true,
  namesLost: true,
  keyTypeChanged: true,
  trustLost: true,
} satisfies Readonly<Record<ReviewKind, true>>;

/** Whether a finding is of the kinds that a person reviews, accepted or not. */
export function isReviewFinding(
  finding: Finding,
): finding is ReviewFinding & { readonly accepted?: boolean } {
  return finding.kind in reviewKinds;
}

/** What a person has to look at before the certificate is put in place; what was accepted is not among it. */
export function toReview(findings: readonly Finding[]): readonly ReviewFinding[] {
  return findings.filter(isReviewFinding).filter(({ accepted }) => accepted !== true);
}

/** Whether a certificate is damaged: nobody can accept that. */
export function isDamaged(findings: readonly Finding[]): boolean {
  return findings.some(isDamage);
}

/** The certificate of an order that was accepted last: by a person, or as it took nothing away. Times in Unix ms. */
export interface AcceptedLeaf
  extends Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter' | 'keyType'> {
  /** As of `namesOf`. */
  readonly names: readonly string[];
  /** Whether its chain reached a trusted root. */
  readonly chainComplete: boolean;
  /** What a person accepted of it: findings of these kinds need no review, of it and of what follows it. */
  readonly kinds: readonly ReviewKind[];
}

/**
 * What is kept of a leaf once it is accepted.
 * @param found the findings of its material
 * @param kinds what a person accepted of it
 */
export function acceptedLeaf(
  leaf: CertificateFacts,
  found: readonly Finding[],
  kinds: readonly ReviewKind[],
): AcceptedLeaf {
  const { fingerprint256, notBefore, notAfter, keyType } = leaf;
  const chainComplete = missingIssuerIn(found) === null;
  return { fingerprint256, notBefore, notAfter, keyType, names: namesOf(leaf), chainComplete, kinds };
}

function missingIssuerIn(found: readonly Finding[]): string | null {
  return found.find((finding) => finding.kind === 'chainIncomplete')?.missingIssuer ?? null;
}

/**
 * All findings of a leaf: what it takes away, then what was found of its material, with what a person accepted marked.
 * Damage is never accepted.
 */
export function judgedFindings(
  leaf: CertificateFacts,
  found: readonly Finding[],
  accepted: AcceptedLeaf | null,
): readonly Finding[] {
  const losses = lossesOf(leaf, found, accepted);
  const kinds = accepted?.kinds ?? [];
  if (losses.length === 0 && kinds.length === 0) return found;
  const marked = found.map((finding) =>
    isReviewFinding(finding) && !isDamage(finding) && kinds.includes(finding.kind)
      ? { ...finding, accepted: true }
      : finding,
  );
  return [...losses, ...marked];
}

/** Kinds of key that every server and client can use. */
const commonKeys: readonly KeyType[] = ['RSA', 'EC'];

/** What a leaf takes away, measured by the one that was accepted last. */
function lossesOf(
  leaf: CertificateFacts,
  found: readonly Finding[],
  accepted: AcceptedLeaf | null,
): readonly ReviewFinding[] {
  if (accepted === null || accepted.fingerprint256 === leaf.fingerprint256) return [];
  const losses: ReviewFinding[] = [];
  const lost = lostNames(accepted.names, namesOf(leaf));
  if (lost.length > 0) losses.push({ kind: 'namesLost', names: lost });
  const { keyType } = leaf;
  if (keyType !== accepted.keyType && !commonKeys.includes(keyType))
    losses.push({ kind: 'keyTypeChanged', from: accepted.keyType, to: keyType });
  const missingIssuer = missingIssuerIn(found);
  if (accepted.chainComplete && missingIssuer !== null) losses.push({ kind: 'trustLost', missingIssuer });
  return losses;
}

/** The names that a leaf is for; without alternative names its common name, which some clients still take. */
function namesOf({
  subjectAltNames,
  commonName,
}: Pick<CertificateFacts, 'subjectAltNames' | 'commonName'>): readonly string[] {
  return subjectAltNames.length > 0 || commonName === null ? subjectAltNames : [commonName];
}

/** Names of a former certificate that another one does not cover, as they were written. */
function lostNames(before: readonly string[], after: readonly string[]): readonly string[] {
  const given = new Set(after.map(folded));
  return before.filter((name) => !covers(given, folded(name)));
}

/** A wildcard stands for exactly one label, and never for itself (RFC 6125, section 6.4.3; RFC 9525, section 6.3). */
function covers(given: ReadonlySet<string>, name: string): boolean {
  if (given.has(name)) return true;
  const dot = name.indexOf('.');
  if (dot < 1 || name.startsWith('*.') || parseIpAddress(name) !== null) return false;
  return given.has(`*${name.slice(dot)}`);
}

/** Case, a final dot, the form of an address and that of an international name tell no names apart. */
export function folded(name: string): string {
  const lower = name.toLowerCase().replace(/\.$/u, '');
  const address = parseIpAddress(lower);
  if (address !== null) return address;
  const [star, host] = lower.startsWith('*.') ? ['*.', lower.slice(2)] : ['', lower];
  // Only what needs it: a URL also reads `1.2` as an address.
  const url = `http://${host}/`;
  const isAscii = /^[\x20-\x7e]*$/u.test(host);
  return star + (isAscii || !URL.canParse(url) ? host : new URL(url).hostname);
}
