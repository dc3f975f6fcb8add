import { type ChainFault, isDamage } from './chainFault.ts';
import type { Client } from './clientRules.ts';

/** TLS client authentication (RFC 5280, section 4.2.1.12), for mutual TLS, mail and XMPP between servers. */
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Why some clients refuse a certificate that OpenSSL accepts: docs/clients.md. */
export type ClientRefusal =
  /** A kind of key, by the name of its curve or type. */
  | { readonly kind: 'keyNotAccepted'; readonly clients: readonly Client[]; readonly key: string }
  /** A lifetime of more than `limit` days. */
  | { readonly kind: 'livesTooLong'; readonly clients: readonly Client[]; readonly limit: number }
  /** No extended key usage at all. */
  | { readonly kind: 'purposeMissing'; readonly clients: readonly Client[] }
  /** Fewer timestamps of public logs than `needed`. */
  | { readonly kind: 'notLogged'; readonly clients: readonly Client[]; readonly needed: number }
  /** Names that match no host, such as `w*.example.com`. */
  | { readonly kind: 'namesIgnored'; readonly clients: readonly Client[]; readonly names: readonly string[] }
  /** A serial number below zero. */
  | { readonly kind: 'serialNegative'; readonly clients: readonly Client[] };

/** A finding that the user has to review before the certificate is deployed. */
export type ReviewFinding =
  | ChainFault
  | ClientRefusal
  /** No subject alternative name; clients ignore the common name (RFC 9525, section 2). */
  | { readonly kind: 'noNames'; readonly commonName: string | null }
  /** It signed itself, and is no root here: perhaps a placeholder of a service or server. */
  | { readonly kind: 'selfSigned'; readonly missingIssuer: string }
  /** Names of the accepted certificate that this one does not cover. */
  | { readonly kind: 'namesLost'; readonly names: readonly string[] }
  /** OIDs of purposes of the accepted certificate that this one is not for, such as TLS clients. */
  | { readonly kind: 'purposesLost'; readonly purposes: readonly string[] }
  /** Names of the accepted certificate that only a wildcard of this one covers. */
  | { readonly kind: 'namesWidened'; readonly names: readonly string[] }
  /** The key usage of an RSA key no longer includes key encipherment. */
  | { readonly kind: 'encipheringLost' }
  /** Servers have to staple an OCSP response with it (RFC 7633), and had not with the accepted certificate. */
  | { readonly kind: 'stapleCame' }
  /** Another type of key, or another curve, which a server or a client may not be set up for. */
  | { readonly kind: 'keyTypeChanged'; readonly from: string; readonly to: string }
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
  | { readonly kind: 'keyNotChecked' }
  /** The service returned a key, of a kind that cannot be matched with the certificate here. */
  | { readonly kind: 'keyNotMatchable' };

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
  keyUnsupported: true,
  signatureUnsupported: true,
  chainTooComplex: true,
  keyNotAccepted: true,
  livesTooLong: true,
  purposeMissing: true,
  notLogged: true,
  namesIgnored: true,
  serialNegative: true,
  noNames: true,
  selfSigned: true,
  namesLost: true,
  purposesLost: true,
  namesWidened: true,
  encipheringLost: true,
  stapleCame: true,
  keyTypeChanged: true,
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
