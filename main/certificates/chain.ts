import type { X509Certificate } from 'node:crypto';
import { publicKeyOf } from './facts.ts';
import { remembered } from './remembered.ts';

/** Whether `issuer` signed `certificate`: names, key identifiers and key usage agree, and the signature verifies. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const answers = issuances(certificate);
  const known = answers.get(issuer);
  if (known !== undefined) return known;
  const answer = verifiesWith(certificate, issuer);
  answers.set(issuer, answer);
  return answer;
}

/**
 * As `isIssuedBy`, where trust itself hangs on the answer: the issuer is an authority, and a key that this runtime
 * cannot read proves nothing.
 */
export function isProvenBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && publicKeyOf(issuer) !== null && isIssuedBy(certificate, issuer);
}

/** By issuer: what `isIssuedBy` found. A signature costs more than all the rest. */
const issuances = remembered(() => new WeakMap<X509Certificate, boolean>());

function verifiesWith(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (certificate.issuer !== issuer.subject || !certificate.checkIssued(issuer)) return false;
  const key = publicKeyOf(issuer);
  // A key that this runtime cannot read leaves the names to go by.
  return key === null || certificate.verify(key);
}

/** Whether a certificate names itself as its issuer, as roots do (RFC 5280, section 3.2). */
export function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer;
}

/** The same certificates in the same order, each once. */
export function withoutDuplicates(certificates: readonly X509Certificate[]): X509Certificate[] {
  const seen = new Set<string>();
  return certificates.filter(({ fingerprint256 }) => {
    const isNew = !seen.has(fingerprint256);
    seen.add(fingerprint256);
    return isNew;
  });
}

/**
 * The certificates of `pool` that lead from the leaf up, by issuer, without the leaf. Ends at a self-issued one or
 * where the pool has no issuer; of several issuers (cross-signed ones) the first in the pool's order is taken.
 */
export function pathAbove(leaf: X509Certificate, pool: readonly X509Certificate[]): X509Certificate[] {
  const rest = withoutDuplicates(pool).filter(({ fingerprint256 }) => fingerprint256 !== leaf.fingerprint256);
  const path: X509Certificate[] = [];
  let current = leaf;
  while (!isSelfIssued(current)) {
    const child = current;
    const index = rest.findIndex((candidate) => isIssuedBy(child, candidate));
    const [issuer] = index === -1 ? [] : rest.splice(index, 1);
    if (issuer === undefined) break;
    path.push(issuer);
    current = issuer;
  }
  return path;
}
