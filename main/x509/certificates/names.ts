import type { X509Certificate } from 'node:crypto';
import { remembered } from './remembered.ts';

/**
 * A name in the form in which names are compared (RFC 5280, section 7.1): without the type of its strings, the case of letters
 * and repeated or outer spaces. Like OpenSSL, folds ASCII letters only.
 * @param text as Node writes it: one relative name per line, with the escapes of RFC 2253
 */
export function comparableName(text: string): string {
  return text
    .replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase())
    .replaceAll('\\ ', ' ')
    .replaceAll(/ +/gu, ' ')
    .replaceAll(/(?<=[=\n]) | (?=\n|$)/gu, '');
}

/** The subject of a certificate, to compare with issuers. */
export const subjectOf = remembered(({ subject }) => comparableName(subject ?? ''));

/** The issuer of a certificate, to compare with subjects. */
export const issuerOf = remembered(({ issuer }) => comparableName(issuer ?? ''));

/** Whether a certificate is self-issued, as roots are (RFC 5280, section 3.2). */
export function isSelfIssued(certificate: X509Certificate): boolean {
  return subjectOf(certificate) === issuerOf(certificate);
}
