import type { X509Certificate } from 'node:crypto';
import { extensionsOf } from './extensions.ts';
import { publicKeyOf } from './facts.ts';
import { issuerOf, subjectOf } from './names.ts';
import { remembered } from './remembered.ts';

/** The link to an issuer with the right name. `unread`: this runtime cannot verify this kind of signature or key. */
export type Link = 'verified' | 'unread' | 'forged';

/** Maximum signatures verified per chain. A real chain needs five; a P-521 signature blocks the thread for 1 ms. */
export const MAX_SIGNATURES = 16;

/** The link between two certificates; `null` if names or key identifiers exclude it. */
export function linkOf(certificate: X509Certificate, issuer: X509Certificate): Link | null {
  if (issuerOf(certificate) !== subjectOf(issuer) || haveSameKey(certificate, issuer) === false) return null;
  const links = linksOf(certificate);
  const known = links.get(issuer);
  if (known !== undefined) return known;
  const link = signatureLink(certificate, issuer);
  links.set(issuer, link);
  return link;
}

const linksOf = remembered(() => new WeakMap<X509Certificate, Link>());

/** Whether the authority key identifier matches an issuer; `null` if either has none. */
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

export function withoutDuplicates(certificates: readonly X509Certificate[]): X509Certificate[] {
  const byFingerprint = Map.groupBy(certificates, ({ fingerprint256 }) => fingerprint256);
  return [...byFingerprint.values()].flatMap((same) => same.slice(0, 1));
}

/**
 * The path from the leaf's issuer up. Ends at a self-signed certificate or without an issuer in `pool`, whose order
 * decides.
 */
export function pathAbove(leaf: X509Certificate, pool: readonly X509Certificate[]): X509Certificate[] {
  const rest = withoutDuplicates(pool).filter(({ fingerprint256 }) => fingerprint256 !== leaf.fingerprint256);
  const path: X509Certificate[] = [];
  let current = leaf;
  let signatures = 0;
  const hasIssued = (issuer: X509Certificate, certificate: X509Certificate) => {
    if (subjectOf(issuer) !== issuerOf(certificate) || signatures === MAX_SIGNATURES) return false;
    signatures += 1;
    return isIssuedBy(certificate, issuer);
  };
  // A CA that changed its key may be self-issued with the previous key, so a self-issued name alone does not end the
  // path.
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
