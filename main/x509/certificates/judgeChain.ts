import type { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainFault } from '#shared/domain/chainFault.ts';
import type { ReviewFinding } from '#shared/domain/finding.ts';
import { haveSameKey, isSelfIssued, linkOf, MAX_SIGNATURES } from './chain.ts';
import { type Extensions, extensionsOf } from './extensions.ts';
import { factsOf } from './facts.ts';
import { constraintProblem } from './nameConstraints.ts';
import type { ReadMaterial } from './readMaterial.ts';
import { remembered } from './remembered.ts';
import type { TrustAnchors } from './trustAnchors.ts';
import { isDatedByRuntime } from './validity.ts';

/** Why no path leads to a trusted root. `code`: OpenSSL's name, which users can search for. */
export type TrustProblem =
  | { readonly kind: 'chainIncomplete'; readonly missingIssuer: string }
  | { readonly kind: 'notTrusted'; readonly code: string };

/** Result for a chain, and the time in which it holds (Unix ms; `until` is exclusive). */
export interface ChainJudgement {
  /** `null`: a path leads to a trusted root. */
  readonly trust: TrustProblem | null;
  /** Faults of the best path; empty: clients accept it. */
  readonly faults: readonly ChainFault[];
  readonly from: number;
  readonly until: number;
}

/** Limits of the search: length of a path, and paths tried. */
const MAX_DEPTH = 10;
const MAX_PATHS = 50;

const MAX_FAULTS = 8;

interface Candidate {
  readonly trust: TrustProblem | null;
  readonly faults: readonly ChainFault[];
  readonly length: number;
}

/**
 * Judges a chain like a client that has only the anchors. One good path is enough, as cross-signed CAs have several.
 * The cost is bounded for hostile certificates. The leaf's own validity and names are not judged.
 * @param pool certificates that came with the leaf, in any order
 */
export function judgeChain(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'anchorsOf'>,
  now: number,
): ChainJudgement {
  return new ChainSearch(pool, anchors, now).judge(leaf);
}

class ChainSearch {
  readonly #pool: readonly X509Certificate[];
  readonly #anchors: Pick<TrustAnchors, 'anchorsOf'>;
  readonly #now: number;
  readonly #seen = new Set<X509Certificate>();
  #links = 0;
  #paths = 0;
  #best: Candidate | null = null;
  /** More paths could have been tried. */
  #isCut = false;

  constructor(pool: readonly X509Certificate[], anchors: Pick<TrustAnchors, 'anchorsOf'>, now: number) {
    this.#pool = pool;
    this.#anchors = anchors;
    this.#now = now;
  }

  judge(leaf: X509Certificate): ChainJudgement {
    this.#climb([leaf], false);
    const { trust, faults } = this.#best ?? { trust: null, faults: [] };
    const isGood = trust === null && faults.length === 0;
    const found = faults.slice(0, MAX_FAULTS);
    const tooComplex = this.#isCut && !isGood && !found.some(({ kind }) => kind === 'chainTooComplex');
    const turns = [...this.#seen].map(factsOf).flatMap((facts) => [facts.notBefore, facts.notAfter + 1]);
    return {
      trust,
      faults: tooComplex ? [...found, { kind: 'chainTooComplex' }] : found,
      from: Math.max(Number.NEGATIVE_INFINITY, ...turns.filter((turn) => turn <= this.#now)),
      until: Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > this.#now)),
    };
  }

  /** @returns whether a good path was found */
  #climb(path: readonly X509Certificate[], isUnread: boolean): boolean {
    const current = path.at(-1);
    if (current === undefined) return false;
    const anchors = this.#anchors.anchorsOf(current);
    if (anchors.some((anchor) => isSame(anchor, current))) return this.#ended(path, null, isUnread);
    const [first] = path;
    let forged = false;
    let isDeadEnd = true;
    for (const issuer of new Set([...anchors, ...this.#pool])) {
      if (path.some((other) => isSame(other, issuer))) {
        // A self-issued certificate must be signed by its own key, unless another one signed it.
        if (isSame(issuer, current) && linkOf(current, issuer) === 'forged') forged = true;
        continue;
      }
      if (issuer === first || issuer.subject !== current.issuer) continue;
      if (this.#links === MAX_SIGNATURES || path.length === MAX_DEPTH) {
        this.#isCut = true;
        break;
      }
      this.#links += 1;
      const link = linkOf(current, issuer);
      // A local CA may have the same name but another key, unless the key is identified.
      const isMeant = this.#pool.includes(issuer) || haveSameKey(current, issuer) === true;
      if (link === 'forged' && isMeant) forged = true;
      if (link === null || link === 'forged') continue;
      this.#seen.add(issuer);
      isDeadEnd = false;
      if (this.#climb([...path, issuer], isUnread || link === 'unread')) return true;
      if (this.#paths >= MAX_PATHS) {
        this.#isCut = true;
        break;
      }
    }
    return isDeadEnd && this.#ended(path, this.#whyUntrusted(current, path), isUnread, forged);
  }

  #whyUntrusted(last: X509Certificate, path: readonly X509Certificate[]): TrustProblem {
    if (isSelfIssued(last) && linkOf(last, last) !== null) {
      const code = path.length === 1 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN';
      return { kind: 'notTrusted', code };
    }
    return { kind: 'chainIncomplete', missingIssuer: factsOf(last).issuerName };
  }

  #ended(
    path: readonly X509Certificate[],
    trust: TrustProblem | null,
    isUnread: boolean,
    isForged = false,
  ): boolean {
    this.#paths += 1;
    const last = path.at(-1);
    const broken: readonly ChainFault[] =
      isForged && last !== undefined ? [{ kind: 'signatureBroken', subject: nameOf(last) }] : [];
    const unread: TrustProblem | null =
      isUnread && trust?.kind !== 'chainIncomplete'
        ? { kind: 'notTrusted', code: 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY' }
        : null;
    const faults = [...broken, ...pathFaults(path, trust === null, this.#now)];
    const candidate = { trust: unread ?? trust, faults, length: path.length };
    if (isBetter(candidate, this.#best)) this.#best = candidate;
    return candidate.trust === null && faults.length === 0;
  }
}

/** Trusted paths first; then fewer faults; then the longer path, which explains more. */
function isBetter(one: Candidate, other: Candidate | null): boolean {
  if (other === null) return true;
  if ((one.trust === null) !== (other.trust === null)) return one.trust === null;
  if (one.faults.length !== other.faults.length) return one.faults.length < other.faults.length;
  return one.length > other.length;
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one === other || one.fingerprint256 === other.fingerprint256;
}

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/** Minimum key sizes: OpenSSL at security level 2, and the CA/Browser Forum (Baseline Requirements, section 6.1.5). */
const RSA_BITS_MIN = 2048;
const EC_BITS_MIN = 224;

/**
 * Why clients reject a path, apart from signatures: RFC 5280, section 6.1, without policies and revocation, as applied
 * by OpenSSL, Go and browsers. Where these differ, ADR 21 lists the choice. The leaf's own validity is not checked.
 * @param isAnchored whether the last certificate is trusted, so that its signature does not matter
 */
function pathFaults(
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
    if (place === 0) continue;
    const limit = extensions.basic?.pathLength ?? null;
    if (limit !== null && below > limit) faults.push({ kind: 'pathTooLong', subject: nameOf(certificate) });
    if (!isSelfIssued(certificate)) below += 1;
    faults.push(...constraintFaults(certificate, extensions, path.slice(0, place)));
  }
  return faults;
}

/** The name of a certificate: its common name, otherwise its whole subject. */
function nameOf(certificate: X509Certificate): string {
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
  const { keyType, keyBits } = factsOf(certificate);
  const least = keyType === 'RSA' ? RSA_BITS_MIN : keyType === 'EC' ? EC_BITS_MIN : 0;
  if (keyBits !== null && keyBits < least) faults.push({ kind: 'weakKey', bits: keyBits, subject });
  return faults;
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

/**
 * Why clients would reject material, and the time in which that is so. Its own roots count as trusted; without one, its
 * last certificate does.
 */
export function materialFaults(
  { leaf, listed, path }: Pick<ReadMaterial, 'leaf' | 'listed' | 'path'>,
  { now, anchors }: { readonly now: number; readonly anchors: Pick<TrustAnchors, 'anchorsOf'> | null },
): Pick<ChainJudgement, 'from' | 'until'> & { readonly faults: readonly ReviewFinding[] } {
  const pool = [...path, ...listed];
  const { faults, from, until } = judgeChain(leaf, pool, { anchorsOf: withRoots(pool, leaf, anchors) }, now);
  return { faults: [...withoutName(factsOf(leaf)), ...faults], from, until };
}

/** A finding for a leaf without a name that clients connect to. */
export function withoutName({ subjectAltNames, commonName }: CertificateFacts): readonly ReviewFinding[] {
  return subjectAltNames.length > 0 ? [] : [{ kind: 'noNames', commonName }];
}

function withRoots(
  pool: readonly X509Certificate[],
  leaf: X509Certificate,
  anchors: Pick<TrustAnchors, 'anchorsOf'> | null,
): TrustAnchors['anchorsOf'] {
  const roots = [...pool, leaf].filter(isSelfIssued);
  return (certificate) => [
    ...(anchors?.anchorsOf(certificate) ?? []),
    ...roots.filter((root) => root === certificate || root.subject === certificate.issuer),
  ];
}
