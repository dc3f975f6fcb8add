import type { CertificateFacts, KeyType } from './certificate.ts';
import { isDamage } from './chainFault.ts';
import { type Finding, isReviewFinding, type ReviewFinding, type ReviewKind } from './finding.ts';
import { parseIpAddress } from './ipAddress.ts';

/** The accepted certificate of an order: accepted by the user, or automatically because it lost nothing. Times in Unix ms. */
export interface AcceptedLeaf
  extends Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter' | 'keyType'> {
  readonly names: readonly string[];
  readonly chainComplete: boolean;
  /** Kinds of findings that the user accepted; they need no review on this and later certificates. */
  readonly kinds: readonly ReviewKind[];
}

/** The accepted baseline of a leaf. `found`: findings of its material; `kinds`: those that the user accepted. */
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

/** All findings of a leaf: what it lost, then those of its material with the accepted ones marked, never damage. */
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

/** Key types that every server and client supports. */
const commonKeys: readonly KeyType[] = ['RSA', 'EC'];

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

/** The names of a leaf; without alternative names its common name, which some clients still use. */
function namesOf({
  subjectAltNames,
  commonName,
}: Pick<CertificateFacts, 'subjectAltNames' | 'commonName'>): readonly string[] {
  return subjectAltNames.length > 0 || commonName === null ? subjectAltNames : [commonName];
}

/** Names of the first certificate that the second does not cover, in their original spelling. */
function lostNames(before: readonly string[], after: readonly string[]): readonly string[] {
  const given = new Set(after.map(folded));
  return before.filter((name) => !covers(given, folded(name)));
}

/** A wildcard covers exactly one label, and not itself (RFC 6125, section 6.4.3; RFC 9525, section 6.3). */
function covers(given: ReadonlySet<string>, name: string): boolean {
  if (given.has(name)) return true;
  const dot = name.indexOf('.');
  if (dot < 1 || name.startsWith('*.') || parseIpAddress(name) !== null) return false;
  return given.has(`*${name.slice(dot)}`);
}

/** Normalises case, a final dot, and the forms of addresses and international names. */
export function folded(name: string): string {
  const lower = name.toLowerCase().replace(/\.$/u, '');
  const address = parseIpAddress(lower);
  if (address !== null) return address;
  const [star, host] = lower.startsWith('*.') ? ['*.', lower.slice(2)] : ['', lower];
  // Only where needed, because a URL parses `1.2` as an address too.
  const url = `http://${host}/`;
  const isAscii = /^[\x20-\x7e]*$/u.test(host);
  return star + (isAscii || !URL.canParse(url) ? host : new URL(url).hostname);
}
