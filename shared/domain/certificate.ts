import { CLOCK_SLACK_MS } from './thresholds.ts';

/** What is read from one X.509 certificate (RFC 5280). Times are Unix milliseconds in UTC. */
export interface CertificateFacts {
  /** SHA-256 over the DER, 64 lowercase hex characters. */
  readonly fingerprint256: string;
  /** One line, most specific part first (`CN=a.example.com, O=Example`). May be empty. */
  readonly subject: string;
  readonly commonName: string | null;
  /** dNSName and iPAddress entries of the subjectAltName extension, as written (A-labels kept). */
  readonly subjectAltNames: readonly string[];
  readonly issuer: string;
  /** The issuer's common name, else its organisation, else the whole line. */
  readonly issuerName: string;
  /** Uppercase hex, no separators. */
  readonly serialNumber: string;
  readonly keyType: KeyType;
  /** RSA modulus bits; for EC the field size in bits; `null` where it has no meaning (Ed25519). */
  readonly keyBits: number | null;
  /** Named curve for EC keys, as in RFC 5480 (`P-256`, `P-384`, `P-521`), else `null`. */
  readonly curve: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly isCa: boolean;
  readonly selfIssued: boolean;
  /** OIDs of the extended key usage; `null`: every purpose. Left out: an earlier version read the certificate. */
  readonly purposes?: readonly string[] | null;
  /** Whether servers have to staple an OCSP response with it (RFC 7633). Left out as above, also in the next. */
  readonly mustStaple?: boolean;
  /** Whether its key usage allows key encipherment (RFC 5280, section 4.2.1.3). */
  readonly mayEncipher?: boolean;
}

export type KeyType = 'RSA' | 'EC' | 'Ed25519' | 'Ed448' | 'DSA' | 'unknown';

/** The fields by which two certificates of one order are compared. Times in Unix ms; `null`: unknown. */
export interface CertificateTimes {
  readonly fingerprint256: string | null;
  readonly notBefore: number | null;
  readonly notAfter: number | null;
}

/**
 * Whether a certificate is older than another of the same order: it begins earlier, whatever its end, since lifetimes get
 * shorter; if both begin together, it expires earlier. An older one can come from a service whose parts do not agree.
 */
export function isOlder(
  { fingerprint256, notBefore, notAfter }: CertificateTimes,
  than: Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'>,
): boolean {
  if (fingerprint256 === null || fingerprint256 === than.fingerprint256) return false;
  if (notBefore !== null && notBefore !== than.notBefore) return notBefore < than.notBefore;
  return notAfter === null || notAfter < than.notAfter;
}

/** Whether a certificate replaces another of the same order: it is another one, and not older. */
export function replaces(
  certificate: CertificateTimes,
  former: Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'>,
): boolean {
  const { fingerprint256 } = certificate;
  return fingerprint256 !== null && fingerprint256 !== former.fingerprint256 && !isOlder(certificate, former);
}

/**
 * When a leaf was first seen, once it is seen again at `at`. All in Unix ms. A first sight that is to come was noted while
 * the clock was ahead. A clock that is behind makes it no earlier than the leaf's notBefore.
 */
export function firstSight(first: number, at: number, { notBefore }: { readonly notBefore: number }): number {
  const isToCome = first > at + CLOCK_SLACK_MS;
  return isToCome ? Math.max(at, Math.min(first, notBefore)) : first;
}
