import type { X509Certificate } from 'node:crypto';
import type { ChainFault } from '#shared/domain/chainFault.ts';
import { algorithmName, keySupportOf } from './algorithms.ts';
import { type Extensions, extensionsOf } from './extensions.ts';
import { factsOf, publicKeyOf } from './facts.ts';
import { constraintProblem } from './nameConstraints.ts';
import { isSelfIssued } from './names.ts';
import { remembered } from './remembered.ts';
import { isDatedByRuntime } from './validity.ts';

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/** Minimum key sizes: OpenSSL at security level 2, and the CA/Browser Forum (Baseline Requirements, section 6.1.5). */
const RSA_BITS_MIN = 2048;
const EC_BITS_MIN = 224;

/**
 * Why clients reject a path, apart from signatures: RFC 5280, section 6.1, without policies and revocation, as applied
 * by OpenSSL, Go and browsers. Where these differ, ADR 21 lists the choice. The leaf's own validity is not checked.
 * @param isAnchored whether the last certificate is trusted, so that its signature does not matter
 */
export function pathFaults(
  path: readonly X509Certificate[],
  isAnchored: boolean,
  now: number,
): readonly ChainFault[] {
  const faults: ChainFault[] = [];
  let below = 0;
  for (const [place, certificate] of path.entries()) {
    const extensions = extensionsOf(certificate);
    if (extensions === null || !isDatedByRuntime(certificate)) {
      faults.push({ kind: 'malformed', subject: nameOf(certificate) });
      continue;
    }
    const isTop = place === path.length - 1;
    faults.push(...(place === 0 ? leafFaults(certificate) : issuerFaults(certificate)));
    faults.push(...validityFaults(certificate, place, now));
    const isSignatureUsed = !(isTop && (isAnchored || isSelfIssued(certificate)));
    if (extensions.weakDigest !== null && isSignatureUsed)
      faults.push({
        kind: 'weakSignature',
        digest: extensions.weakDigest,
        subject: nameOf(certificate),
      });
    else if (
      (isSignatureUsed || (place === 0 && !isAnchored)) &&
      isUnverifiable(extensions, path[place + 1] ?? certificate)
    )
      faults.push({
        kind: 'signatureUnsupported',
        algorithm: algorithmName(extensions.signatureAlgorithm),
        subject: nameOf(certificate),
      });
    if (place === 0) continue;
    const limit = extensions.basic?.pathLength ?? null;
    if (limit !== null && below > limit) faults.push({ kind: 'pathTooLong', subject: nameOf(certificate) });
    if (!isSelfIssued(certificate)) below += 1;
    faults.push(...constraintFaults(certificate, extensions, path.slice(0, place)));
  }
  return faults;
}

/** The name of a certificate: its common name, otherwise its whole subject. */
export function nameOf(certificate: X509Certificate): string {
  const { commonName, subject, serialNumber } = factsOf(certificate);
  return commonName ?? (subject === '' ? serialNumber : subject);
}

const leafFaults = remembered((leaf): readonly ChainFault[] => {
  const extensions = extensionsOf(leaf);
  const subject = nameOf(leaf);
  const mayNotSign = extensions?.keyUsage?.digitalSignature === false;
  return [...useFaults(leaf, true), ...(mayNotSign ? [{ kind: 'keyMayNotSign', subject } as const] : [])];
});

const issuerFaults = remembered((issuer): readonly ChainFault[] => [
  ...(isAuthority(issuer) ? [] : [{ kind: 'notAnAuthority', subject: nameOf(issuer) } as const]),
  ...useFaults(issuer, false),
]);

function useFaults(certificate: X509Certificate, isLeaf: boolean): readonly ChainFault[] {
  const extensions = extensionsOf(certificate);
  if (extensions === null) return [];
  const subject = nameOf(certificate);
  const { extendedKeyUsage, unknownCritical } = extensions;
  const faults: ChainFault[] = unknownCritical.map((oid) => ({ kind: 'unknownCritical', oid, subject }));
  // anyExtendedKeyUsage alone is not enough: OpenSSL and Firefox reject it, Go and Chrome accept it.
  if (extendedKeyUsage !== null && !extendedKeyUsage.includes(SERVER_AUTH))
    faults.push({ kind: 'notForServers', subject, isLeaf });
  faults.push(...keyFaults(certificate, extensions, subject));
  const { keyType, keyBits } = factsOf(certificate);
  const least = keyType === 'RSA' ? RSA_BITS_MIN : keyType === 'EC' ? EC_BITS_MIN : 0;
  if (keyBits !== null && keyBits < least) faults.push({ kind: 'weakKey', bits: keyBits, subject });
  return faults;
}

/** Whether the kind of a signature is what keeps clients from verifying it, and not already the kind of the signer's key. */
function isUnverifiable({ weakDigest, isVerifiable }: Extensions, signer: X509Certificate): boolean {
  const { keyAlgorithm = '' } = extensionsOf(signer) ?? {};
  return weakDigest === null && !isVerifiable && keySupportOf(keyAlgorithm).reach === null;
}

/** A usual kind of key that this runtime cannot read, such as a point that is not on its curve, is damaged. */
function keyFaults(
  certificate: X509Certificate,
  { keyAlgorithm }: Extensions,
  subject: string,
): readonly ChainFault[] {
  const { name: key, reach } = keySupportOf(keyAlgorithm);
  if (reach !== null) return [{ kind: 'keyUnsupported', key, reach, subject }];
  return publicKeyOf(certificate) === null ? [{ kind: 'malformed', subject }] : [];
}

/** A self-issued version 1 certificate is an old root without extensions and counts as a CA. */
function isAuthority(certificate: X509Certificate): boolean {
  const extensions = extensionsOf(certificate);
  if (extensions === null) return false;
  const { version, basic, keyUsage } = extensions;
  if (basic === null) return version === 1 && isSelfIssued(certificate);
  return basic.isCa && keyUsage?.keyCertSign !== false;
}

function validityFaults(certificate: X509Certificate, place: number, now: number): readonly ChainFault[] {
  if (place === 0) return [];
  const { notBefore, notAfter } = factsOf(certificate);
  const subject = nameOf(certificate);
  if (now > notAfter) return [{ kind: 'chainCertificateExpired', subject, notAfter }];
  return now < notBefore ? [{ kind: 'chainCertificateNotYetValid', subject, notBefore }] : [];
}

/** Constraints apply to all certificates below, except self-issued CAs (RFC 5280, section 6.1.3). */
function constraintFaults(
  authority: X509Certificate,
  { nameConstraints }: Extensions,
  below: readonly X509Certificate[],
): readonly ChainFault[] {
  if (nameConstraints === null) return [];
  for (const [place, certificate] of below.entries()) {
    const names = extensionsOf(certificate)?.names ?? [];
    if (place > 0 && isSelfIssued(certificate)) continue;
    const problem = constraintProblem(names, nameConstraints);
    if (problem === 'tooComplex') return [{ kind: 'chainTooComplex' }];
    if (problem !== null)
      return [{ kind: 'nameNotPermitted', name: problem.name, subject: nameOf(authority) }];
  }
  return [];
}
