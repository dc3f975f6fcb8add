import type { KeyType } from './certificate.ts';
import { type ChainFault, isDamage } from './chainFault.ts';

/** TLS client authentication (RFC 5280, section 4.2.1.12), for mutual TLS, mail and XMPP between servers. */
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** A finding that the user has to review before the certificate is deployed. */
export type ReviewFinding =
  | ChainFault
  /** No subject alternative name; clients ignore the common name (RFC 9525, section 2). */
  | { readonly kind: 'noNames'; readonly commonName: string | null }
  /** Names of the accepted certificate that this one does not cover. */
  | { readonly kind: 'namesLost'; readonly names: readonly string[] }
  /** OIDs of purposes of the accepted certificate that this one is not for, such as TLS clients. */
  | { readonly kind: 'purposesLost'; readonly purposes: readonly string[] }
  /** Another type of key, which a server or a client may not be set up for. */
  | { readonly kind: 'keyTypeChanged'; readonly from: KeyType; readonly to: KeyType }
  /** Clients that do not accept this kind of key, such as P-521, and accepted the one before. */
  | { readonly kind: 'clientsLost'; readonly key: string; readonly clients: readonly string[] }
  /** The chain reaches no trusted root; that of the accepted certificate did. */
  | { readonly kind: 'trustLost'; readonly missingIssuer: string }
  /** The service gave the certificate and said that something failed. `said`: its words, cleaned; `null`: none. */
  | { readonly kind: 'failureReported'; readonly said: string | null };

/** Something the user should know about an order's material. The leaf could be read and is stored. */
export type Finding =
  | (ReviewFinding & { readonly accepted?: boolean })
  /** The chain does not end at a root that the system or the connection's CA file trusts. */
  | { readonly kind: 'chainIncomplete'; readonly missingIssuer: string }
  | { readonly kind: 'chainOutOfOrder' }
  | { readonly kind: 'chainHasDuplicates'; readonly count: number }
  /** Certificates that are not on the path from the leaf to its root. */
  | { readonly kind: 'chainHasStrangers'; readonly count: number }
  /** The service's notAfter, which has no zone, differs from the leaf's in the zone inferred for the connection. */
  | { readonly kind: 'serviceDisagrees'; readonly serviceNotAfter: string; readonly differenceMs: number }
  /** The last answer contained no key, so it is unknown whether the key matches. */
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
  purposesLost: true,
  keyTypeChanged: true,
  clientsLost: true,
  trustLost: true,
  failureReported: true,
} satisfies Readonly<Record<ReviewKind, true>>;

/** Whether a finding needs review, accepted or not. */
export function isReviewFinding(
  finding: Finding,
): finding is ReviewFinding & { readonly accepted?: boolean } {
  return finding.kind in reviewKinds;
}

/** The findings to review before deployment, without the accepted ones. */
export function toReview(findings: readonly Finding[]): readonly ReviewFinding[] {
  return findings.filter(isReviewFinding).filter(({ accepted }) => accepted !== true);
}

/** Whether there is something to review before deployment. As `toReview`, without an array. */
export function needsReview(findings: readonly Finding[]): boolean {
  return findings.some(isToReview);
}

function isToReview(finding: Finding): boolean {
  return isReviewFinding(finding) && finding.accepted !== true;
}

/** Whether a certificate is damaged, which cannot be accepted. */
export function isDamaged(findings: readonly Finding[]): boolean {
  return findings.some(isDamage);
}
