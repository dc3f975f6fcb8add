import type { X509Certificate } from 'node:crypto';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { isIssuedBy } from '#main/x509/certificates/chain.ts';
import { askCrl } from '#main/x509/certificates/crl.ts';
import type { Revocation, RevocationAnswer } from '#shared/domain/authorityNews.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { FetchLimits, PublicFetch } from './publicFetch.ts';

/** Keeps downloaded lists, which the orders of one authority share. */
export interface CrlRepository {
  /** A list that is to be used until after `now` (Unix ms); `null`: there is none. Throws when the database does. */
  find(url: string, now: number): Buffer | null;
  /** Stores a list, and deletes those that are out of date at `now`. Unix ms. Error: `storage`. */
  save(url: string, body: Buffer, usedUntil: number, now: number): Result<null>;
  /** Error: `storage`. */
  clear(): Result<null>;
}

/** `failed`: no list could be read, or none says anything about the certificate. */
export type RevocationLookup =
  | { readonly kind: 'listed'; readonly revocation: Revocation; readonly againInMs: number }
  | { readonly kind: Exclude<RevocationAnswer, 'listed'> | 'failed'; readonly againInMs: number };

export interface RevocationListPorts {
  readonly fetch: PublicFetch;
  readonly repository: CrlRepository;
  /** Wall clock, Unix ms. */
  readonly now: () => number;
  readonly limits?: FetchLimits;
}

const defaultLimits: FetchLimits = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const LONGEST_USE_MS = 7 * DAY_MS;
const RETRY_MS = 60 * MINUTE_MS;

/** Looks certificates up in the revocation lists that they name. */
export class RevocationLists {
  readonly #ports: RevocationListPorts;
  readonly #downloads = new Map<string, Promise<Buffer | null>>();

  constructor(ports: RevocationListPorts) {
    this.#ports = ports;
  }

  /** @param chain certificates of the bundle, among them the issuer */
  async ask(
    leaf: X509Certificate,
    chain: readonly X509Certificate[],
    signal: AbortSignal,
  ): Promise<RevocationLookup> {
    const urls = certificateIds(leaf)?.crlUrls ?? [];
    if (urls.length === 0) return { kind: 'noList', againInMs: DAY_MS };
    const issuer = chain.find((candidate) => isIssuedBy(leaf, candidate));
    if (issuer === undefined) return { kind: 'noIssuer', againInMs: DAY_MS };
    for (const url of urls) {
      const now = this.#ports.now();
      const stored = this.#ports.repository.find(url, now);
      const body = stored ?? (await this.#download(url, signal));
      if (body === null) continue;
      const answer = askCrl(body, { leaf, issuer, url, now });
      if (!answer.ok) continue;
      const { revocation, nextUpdate } = answer.value;
      const usedUntil = Math.min(nextUpdate, now + LONGEST_USE_MS);
      // Verified lists alone are kept: another one would keep a good one away.
      if (stored === null) this.#ports.repository.save(url, body, usedUntil, now);
      const againInMs = Math.max(usedUntil - now, MINUTE_MS);
      return revocation === null
        ? { kind: 'notListed', againInMs }
        : { kind: 'listed', revocation, againInMs };
    }
    return { kind: 'failed', againInMs: RETRY_MS };
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
