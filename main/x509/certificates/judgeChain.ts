import type { X509Certificate } from 'node:crypto';
import type { ChainFault } from '#shared/domain/chainFault.ts';
import { haveSameKey, isSelfIssued, linkOf, MAX_SIGNATURES } from './chain.ts';
import { factsOf } from './facts.ts';
import { nameOf, pathFaults } from './pathFaults.ts';
import type { TrustAnchors } from './trustAnchors.ts';

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

/** Maximum reported faults. */
const MAX_FAULTS = 8;

interface Candidate {
  readonly trust: TrustProblem | null;
  readonly faults: readonly ChainFault[];
  readonly length: number;
}

/**
 * Judges a chain like a client that has only the anchors: other certificates on this computer would hide what clients
 * lack. One good path is enough, as cross-signed CAs have several. The cost is bounded for hostile certificates. The
 * leaf's own validity and names are not judged.
 * @param pool certificates that came with the leaf, in any order
 * @param now Unix ms
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
