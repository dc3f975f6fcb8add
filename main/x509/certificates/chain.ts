import type { X509Certificate } from 'node:crypto';
import { extensionsOf } from './extensions.ts';
import { publicKeyOf } from './facts.ts';
import { remembered } from './remembered.ts';

/**
 * What binds a certificate to an issuer of the name that it gives. `verified`: the signature. `unread`: this runtime
 * cannot verify signatures of this kind, or read keys of this kind, so that the names are all there is to go by.
 * `forged`: it is not that issuer's signature.
 */
export type Link = 'verified' | 'unread' | 'forged';

/**
 * How many signatures are verified for one chain. A real chain needs five. One of P-521 takes a millisecond, and the main
 * thread may be held for 20 by a chain that was made to be costly.
 */
export const MAX_SIGNATURES = 16;

/** What binds two certificates; `null` when names or key identifiers say that the one did not issue the other. */
export function linkOf(certificate: X509Certificate, issuer: X509Certificate): Link | null {
  if (certificate.issuer !== issuer.subject || haveSameKey(certificate, issuer) === false) return null;
  const links = linksOf(certificate);
  const known = links.get(issuer);
  if (known !== undefined) return known;
  const link = signatureLink(certificate, issuer);
  links.set(issuer, link);
  return link;
}

/** By issuer: what `linkOf` found. A signature costs more than all the rest. */
const linksOf = remembered(() => new WeakMap<X509Certificate, Link>());

/** Whether a certificate names the key of an issuer by its identifier; `null` where either has none. */
export function haveSameKey(certificate: X509Certificate, issuer: X509Certificate): boolean | null {
  const named = extensionsOf(certificate)?.authorityKeyId ?? null;
  const own = extensionsOf(issuer)?.subjectKeyId ?? null;
  return named === null || own === null ? null : named === own;
}

function signatureLink(certificate: X509Certificate, issuer: X509Certificate): Link {
  const key = publicKeyOf(issuer);
  if (key === null) return 'unread';
  if (certificate.verify(key)) return 'verified';
  return extensionsOf(certificate)?.isVerifiable === false ? 'unread' : 'forged';
}

/** Whether `issuer` signed `certificate`, as far as this runtime can tell. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const link = linkOf(certificate, issuer);
  return link === 'verified' || link === 'unread';
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
 * The certificates of `pool` that lead from the leaf up, by issuer, without the leaf. Ends at a self-signed one or
 * where the pool has no issuer; of several issuers (cross-signed ones) the first in the pool's order is taken. Ends early
 * when it would have to verify more than `MAX_SIGNATURES` signatures.
 */
export function pathAbove(leaf: X509Certificate, pool: readonly X509Certificate[]): X509Certificate[] {
  const rest = withoutDuplicates(pool).filter(({ fingerprint256 }) => fingerprint256 !== leaf.fingerprint256);
  const path: X509Certificate[] = [];
  let current = leaf;
  let signatures = 0;
  const hasIssued = (issuer: X509Certificate, certificate: X509Certificate) => {
    if (issuer.subject !== certificate.issuer || signatures === MAX_SIGNATURES) return false;
    signatures += 1;
    return isIssuedBy(certificate, issuer);
  };
  // An authority that changes its key issues itself with the former one: its own name alone does not end the path.
  while (!hasIssued(current, current)) {
    const child = current;
    const index = rest.findIndex((candidate) => hasIssued(candidate, child));
    const [issuer] = index === -1 ? [] : rest.splice(index, 1);
    if (issuer === undefined) break;
    path.push(issuer);
    current = issuer;
  }
  return path;
}
