import type { X509Certificate } from 'node:crypto';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { isIssuedBy } from '#main/x509/certificates/chain.ts';
import {
  askCrl,
  type CrlAnswer,
  type CrlIssue,
  type CrlQuestion,
  compareIssues,
} from '#main/x509/certificates/crl.ts';
import type { Revocation } from '#shared/domain/authorityNews.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import { type FetchLimits, LARGEST_DOCUMENT_BYTES, type PublicFetch } from './publicFetch.ts';

export interface StoredCrl {
  readonly body: Buffer;
  /** Unix ms. */
  readonly usedUntil: number;
}

/** Keeps downloaded lists, which the orders of one authority share. */
export interface CrlRepository {
  /** A list that is to be used until after `now` (Unix ms); `null`: there is none. Throws when the database does. */
  find(url: string, now: number): StoredCrl | null;
  /** Stores a list, and deletes those that are out of date at `now`. Unix ms. Error: `storage`. */
  save(url: string, body: Buffer, usedUntil: number, now: number): Result<null>;
  /** Error: `storage`. */
  clear(): Result<null>;
}

/** `failed`: no list could be read, or none says anything about the certificate. `issue`: of the list that was used. */
export type RevocationLookup =
  | {
      readonly kind: 'listed';
      readonly revocation: Revocation;
      readonly issue: CrlIssue;
      readonly againInMs: number;
    }
  | { readonly kind: 'notListed'; readonly issue: CrlIssue; readonly againInMs: number }
  | { readonly kind: 'noList' | 'noIssuer' | 'unreadable' | 'failed'; readonly againInMs: number };

export interface RevocationListPorts {
  readonly fetch: PublicFetch;
  readonly repository: CrlRepository;
  /** Wall clock, Unix ms. */
  readonly now: () => number;
  readonly limits?: FetchLimits;
}

type Question = Omit<CrlQuestion, 'now'>;

const defaultLimits: FetchLimits = { maxBytes: LARGEST_DOCUMENT_BYTES, timeoutMs: 60_000 };
const LONGEST_USE_MS = 7 * DAY_MS;
const RETRY_MS = 60 * MINUTE_MS;

/** Looks certificates up in the revocation lists that they name. */
export class RevocationLists {
  readonly #ports: RevocationListPorts;
  readonly #downloads = new Map<string, Promise<Buffer | null>>();

  constructor(ports: RevocationListPorts) {
    this.#ports = ports;
  }

  /**
   * @param chain certificates of the bundle, among them the issuer
   * @param known of the list that was used last: an older one is not used; `null`: none was used
   */
  async ask(
    leaf: X509Certificate,
    chain: readonly X509Certificate[],
    known: CrlIssue | null,
    signal: AbortSignal,
  ): Promise<RevocationLookup> {
    const urls = certificateIds(leaf)?.crlUrls ?? null;
    if (urls === null) return { kind: 'unreadable', againInMs: DAY_MS };
    if (urls.length === 0) return { kind: 'noList', againInMs: DAY_MS };
    const issuer = chain.find((candidate) => isIssuedBy(leaf, candidate));
    if (issuer === undefined) return { kind: 'noIssuer', againInMs: DAY_MS };
    for (const url of urls) {
      const answer =
        (await this.#askStored({ leaf, issuer, url }, known)) ??
        (await this.#askServer({ leaf, issuer, url }, known, signal));
      if (answer !== null) return answer;
    }
    return { kind: 'failed', againInMs: RETRY_MS };
  }

  /** `null`: no list is stored, or it is older than the one that was used last, or it says nothing. */
  async #askStored(question: Question, known: CrlIssue | null): Promise<RevocationLookup | null> {
    const now = this.#ports.now();
    const stored = this.#ports.repository.find(question.url, now);
    if (stored === null) return null;
    const answer = await askCrl(stored.body, { ...question, now });
    return answer.ok ? lookupOf(answer.value, known, stored.usedUntil - now) : null;
  }

  /** `null`: the server gave no list that can be used. */
  async #askServer(
    question: Question,
    known: CrlIssue | null,
    signal: AbortSignal,
  ): Promise<RevocationLookup | null> {
    const { url } = question;
    const body = await this.#download(url, signal);
    if (body === null) return null;
    const now = this.#ports.now();
    const answer = await askCrl(body, { ...question, now });
    if (!answer.ok) return null;
    const usedUntil = Math.min(answer.value.nextUpdate, now + LONGEST_USE_MS);
    const lookup = lookupOf(answer.value, known, usedUntil - now);
    // Verified lists alone are kept: another one would keep a good one away.
    if (lookup !== null) this.#ports.repository.save(url, body, usedUntil, now);
    return lookup;
  }

  /** One download for all orders that ask at the same time. */
  #download(url: string, signal: AbortSignal): Promise<Buffer | null> {
    const { fetch, limits = defaultLimits } = this.#ports;
    const running = this.#downloads.get(url);
    if (running !== undefined) return running;
    const download = fetch(new URL(url), 'application/pkix-crl', limits, signal)
      .then((answer) => (answer.ok && answer.value.status === 200 ? answer.value.body : null))
      .finally(() => this.#downloads.delete(url));
    this.#downloads.set(url, download);
    return download;
  }
}

/** `null`: the list is older than the one that was used last. */
function lookupOf(
  { revocation, issue }: CrlAnswer,
  known: CrlIssue | null,
  leftMs: number,
): RevocationLookup | null {
  if (known !== null && compareIssues(issue, known) < 0) return null;
  const againInMs = Math.max(leftMs, MINUTE_MS);
  return revocation === null
    ? { kind: 'notListed', issue, againInMs }
    : { kind: 'listed', revocation, issue, againInMs };
}

/** A revocation is final. Only a hold ends, and only by a list that is newer than the one that was used last. */
export function revocationAfter(
  { revoked, list }: { readonly revoked: Revocation | null; readonly list: CrlIssue | null },
  found: RevocationLookup,
): Revocation | null {
  if (found.kind === 'listed') return found.revocation;
  const isHeld = revoked?.reason === 'certificateHold';
  const isNewer = found.kind === 'notListed' && (list === null || compareIssues(found.issue, list) > 0);
  return isHeld && isNewer ? null : revoked;
}
