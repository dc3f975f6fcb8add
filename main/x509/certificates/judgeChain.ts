import type { X509Certificate } from 'node:crypto';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { ChainFault } from '#shared/domain/chainFault.ts';
import { haveSameKey, linkOf, MAX_SIGNATURES, withoutDuplicates } from './chain.ts';
import { factsOf, publicKeyOf } from './facts.ts';
import { isSelfIssued, issuerOf, subjectOf } from './names.ts';
import { nameOf, pathFaults } from './pathFaults.ts';
import type { TrustAnchors } from './trustAnchors.ts';
import { type Validity, validityOf } from './validity.ts';

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
  /** The best path, from the leaf up; to the root if that is trusted. */
  readonly path: readonly X509Certificate[];
  /** The time in which all certificates of the best path are valid. */
  readonly usable: Validity;
  /** The certificate of the best path that expires before the leaf, first of them; `null`: none. */
  readonly chainEnd: ChainEnd | null;
  readonly from: number;
  readonly until: number;
}

/** OpenSSL's name of a signature or a signer's key that cannot be read. */
export const UNREAD = 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY';

/** OpenSSL's name of a leaf that signed itself and is not trusted. */
export const SELF_SIGNED = 'DEPTH_ZERO_SELF_SIGNED_CERT';

/** Limits of the search: length of a path, and paths tried. */
const MAX_DEPTH = 10;
const MAX_PATHS = 50;

const MAX_FAULTS = 8;

type Candidate = Omit<ChainJudgement, 'chainEnd' | 'from' | 'until'>;

const always: Validity = { notBefore: Number.NEGATIVE_INFINITY, notAfter: Number.POSITIVE_INFINITY };

/**
 * Judges a chain like a client that has only the anchors, by one search over all issuers. One good path is enough, as
 * cross-signed CAs have several; of the good ones, the best is usable longest. The cost is bounded for hostile
 * certificates. The leaf's own validity and names are not judged.
 * @param pool certificates that came with the leaf, in any order
 */
export function judgeChain(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  anchors: TrustAnchors,
  now: number,
): ChainJudgement {
  return new ChainSearch(leaf, pool, anchors, now).judge();
}

/** The issuer at the end of the best path that is missing or not trusted; `null`: the chain is trusted. */
export function issuerNotTrusted({ trust, path }: Pick<ChainJudgement, 'trust' | 'path'>): string | null {
  const last = path.at(-1);
  return trust === null || last === undefined ? null : factsOf(last).issuerName;
}

class ChainSearch {
  readonly #leaf: X509Certificate;
  readonly #pool: readonly X509Certificate[];
  readonly #anchors: TrustAnchors;
  readonly #now: number;
  readonly #seen = new Set<X509Certificate>();
  /** The issuers with which each certificate was compared: a second time costs nothing. */
  readonly #links = new Map<X509Certificate, Set<X509Certificate>>();
  #signatures = 0;
  #paths = 0;
  #best: Candidate | null = null;
  /** More paths could have been tried. */
  #isCut = false;

  constructor(leaf: X509Certificate, pool: readonly X509Certificate[], anchors: TrustAnchors, now: number) {
    this.#leaf = leaf;
    this.#pool = pool;
    this.#anchors = anchors;
    this.#now = now;
  }

  judge(): ChainJudgement {
    this.#climb([this.#leaf], false);
    const best = this.#best ?? { trust: null, faults: [], path: [this.#leaf], usable: always };
    const isGood = best.trust === null && best.faults.length === 0;
    const found = best.faults.slice(0, MAX_FAULTS);
    const tooComplex = this.#isCut && !isGood && !found.some(({ kind }) => kind === 'chainTooComplex');
    const turns = [...this.#seen].map(factsOf).flatMap((facts) => [facts.notBefore, facts.notAfter + 1]);
    return {
      ...best,
      faults: tooComplex ? [...found, { kind: 'chainTooComplex' }] : found,
      chainEnd: chainEndOf(best),
      from: Math.max(Number.NEGATIVE_INFINITY, ...turns.filter((turn) => turn <= this.#now)),
      until: Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > this.#now)),
    };
  }

  /** @returns whether a path was found that no other can excel */
  #climb(path: readonly X509Certificate[], isUnread: boolean): boolean {
    const current = path.at(-1);
    if (current === undefined) return false;
    const anchors = this.#anchors.anchorsOf(current);
    if (anchors.some((anchor) => isSame(anchor, current))) return this.#ended(path, null, isUnread);
    let forged = false;
    let isDeadEnd = true;
    for (const issuer of withoutDuplicates([...anchors, ...this.#pool])) {
      if (path.some((other) => isSame(other, issuer))) {
        // A self-issued certificate must be signed by its own key, unless another one signed it.
        if (isSame(issuer, current) && linkOf(current, issuer) === 'forged') forged = true;
        continue;
      }
      if (subjectOf(issuer) !== issuerOf(current)) continue;
      // Another certificate of the same authority and key is an issuer of the one below, without this detour.
      if (path.length > 1 && isSameAuthority(current, issuer)) continue;
      if (path.length === MAX_DEPTH || !this.#mayCompare(current, issuer)) {
        this.#isCut = true;
        break;
      }
      const link = linkOf(current, issuer);
      // A local CA may have the same name but another key, unless the key is identified.
      const isMeant = haveSameKey(current, issuer) === true || this.#pool.some((one) => isSame(one, issuer));
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
    return isDeadEnd && this.#ended(path, whyUntrusted(current, path), isUnread, forged);
  }

  /** Counts the signatures. */
  #mayCompare(certificate: X509Certificate, issuer: X509Certificate): boolean {
    const compared = this.#links.get(certificate) ?? new Set();
    this.#links.set(certificate, compared);
    if (compared.has(issuer)) return true;
    if (this.#signatures === MAX_SIGNATURES) return false;
    this.#signatures += 1;
    compared.add(issuer);
    return true;
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
      isUnread && trust?.kind !== 'chainIncomplete' ? { kind: 'notTrusted', code: UNREAD } : null;
    const faults = [...broken, ...pathFaults(path, trust === null, this.#now)];
    const candidate = { trust: unread ?? trust, faults, path, usable: usableTime(path) };
    if (isBetter(candidate, this.#best)) this.#best = candidate;
    const { notAfter } = factsOf(this.#leaf);
    return candidate.trust === null && faults.length === 0 && candidate.usable.notAfter === notAfter;
  }
}

function whyUntrusted(last: X509Certificate, path: readonly X509Certificate[]): TrustProblem {
  if (isSelfIssued(last) && linkOf(last, last) !== null) {
    const code = path.length === 1 ? SELF_SIGNED : 'SELF_SIGNED_CERT_IN_CHAIN';
    return { kind: 'notTrusted', code };
  }
  return { kind: 'chainIncomplete', missingIssuer: factsOf(last).issuerName };
}

/** Trusted paths first; then fewer faults; then what is usable longer, or explains more because it is longer. */
function isBetter(one: Candidate, other: Candidate | null): boolean {
  if (other === null) return true;
  if ((one.trust === null) !== (other.trust === null)) return one.trust === null;
  if (one.faults.length !== other.faults.length) return one.faults.length < other.faults.length;
  return one.trust === null
    ? one.usable.notAfter > other.usable.notAfter
    : one.path.length > other.path.length;
}

function usableTime(path: readonly X509Certificate[]): Validity {
  const times = path.flatMap((certificate) => validityOf(certificate) ?? []);
  return {
    notBefore: Math.max(...times.map(({ notBefore }) => notBefore)),
    notAfter: Math.min(...times.map(({ notAfter }) => notAfter)),
  };
}

/**
 * Without a trusted root, the top of a path may be the cross-signed version of a root that clients have: its end says
 * nothing. That of the leaf's own issuer and of a root does.
 */
function chainEndOf({ trust, path }: Pick<Candidate, 'trust' | 'path'>): ChainEnd | null {
  const last = path.at(-1);
  const isCrossed = trust !== null && path.length > 2 && last !== undefined && !isSelfIssued(last);
  const counted = isCrossed ? path.slice(0, -1) : path;
  const first = counted.reduce((one, other) =>
    factsOf(other).notAfter < factsOf(one).notAfter ? other : one,
  );
  return first === path[0] ? null : { at: factsOf(first).notAfter, name: nameOf(first) };
}

function isSameAuthority(one: X509Certificate, other: X509Certificate): boolean {
  const [key, otherKey] = [publicKeyOf(one), publicKeyOf(other)];
  return subjectOf(one) === subjectOf(other) && key !== null && otherKey !== null && key.equals(otherKey);
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one === other || one.fingerprint256 === other.fingerprint256;
}
