import type { X509Certificate } from 'node:crypto';
import { type Answer, retryAfterMs } from '#main/orders/api/answer.ts';
import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { isAcmeAddress } from '#shared/domain/acmeDirectory.ts';
import type { Replacement } from '#shared/domain/authorityNews.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { z } from '#shared/zod.ts';
import { isLocalHost } from './publicAddress.ts';
import type { FetchLimits, PublicFetch } from './publicFetch.ts';

/** When a certificate authority suggests to replace a certificate (RFC 9773, section 4.2). Unix ms. */
export interface SuggestedWindow {
  readonly start: number;
  readonly end: number;
  /** An `https` address; `null`: none. */
  readonly explanationUrl: string | null;
}

/** What was asked. `window` is `null` if it is not known: no answer, or an unusable one. */
export interface RenewalLookup {
  readonly window: SuggestedWindow | null;
  /** Milliseconds until the next question. */
  readonly againInMs: number;
}

const HOUR_MS = 60 * MINUTE_MS;
/** RFC 9773, section 4.3.3: without `Retry-After`. */
const DEFAULT_WAIT_MS = 6 * HOUR_MS;
/** RFC 9773, section 4.3.2: the limits of `Retry-After`. */
const MIN_WAIT_MS = MINUTE_MS;
const MAX_WAIT_MS = DAY_MS;
const DIRECTORY_LIFETIME_MS = DAY_MS;
const MAX_EXPLANATION = 2000;

const defaultLimits: FetchLimits = { maxBytes: 100_000, timeoutMs: 20_000 };

/** Directories of authorities that serve renewal information to everybody, by the organisation that issues. */
const directories: ReadonlyMap<string, string> = new Map([
  ["Let's Encrypt", 'https://acme-v02.api.letsencrypt.org/directory'],
  ["(STAGING) Let's Encrypt", 'https://acme-staging-v02.api.letsencrypt.org/directory'],
  ['Google Trust Services', 'https://dv.acme-v02.api.pki.goog/directory'],
  ['Google Trust Services LLC', 'https://dv.acme-v02.api.pki.goog/directory'],
]);

/**
 * The ACME directory of the authority that issued a certificate; `null`: not known.
 * @param other the directory that the user entered for all other authorities, or `null`
 */
export function directoryOf({ issuer }: X509Certificate, other: string | null): string | null {
  const organisation = /^O=(.*)$/mu.exec(issuer)?.[1] ?? '';
  return directories.get(organisation) ?? other;
}

/** How a certificate is called in requests for its renewal information; `null`: it does not name its issuer's key. */
export function renewalId(certificate: X509Certificate): string | null {
  const ids = certificateIds(certificate);
  if (ids === null || ids.authorityKeyId === null) return null;
  return `${ids.authorityKeyId.toString('base64url')}.${ids.serial.toString('base64url')}`;
}

const directorySchema = z.object({ renewalInfo: z.string() });
const windowSchema = z.object({
  suggestedWindow: z.object({
    start: z.iso.datetime({ offset: true }),
    end: z.iso.datetime({ offset: true }),
  }),
  explanationURL: z.unknown(),
});

export interface RenewalInfoPorts {
  readonly fetch: PublicFetch;
  /** Wall clock, Unix ms. */
  readonly now: () => number;
  readonly limits?: FetchLimits;
}

/** Asks certificate authorities when they want certificates replaced, without an account. */
export class RenewalInfo {
  readonly #ports: RenewalInfoPorts;
  /** Addresses by directory, read once a day. */
  readonly #addresses = new Map<string, { readonly address: string; readonly readAt: number }>();

  constructor(ports: RenewalInfoPorts) {
    this.#ports = ports;
  }

  /** @param id as `renewalId` gives it */
  async ask(directory: string, id: string, signal: AbortSignal): Promise<RenewalLookup> {
    const address = await this.#addressOf(directory, signal);
    const answer = address === null ? null : await this.#get(`${address.replace(/\/$/u, '')}/${id}`, signal);
    const wait = answer === null ? null : retryAfterMs(answer, this.#ports.now());
    const againInMs = Math.min(Math.max(wait ?? DEFAULT_WAIT_MS, MIN_WAIT_MS), MAX_WAIT_MS);
    return { window: answer === null ? null : readWindow(answer), againInMs };
  }

  async #addressOf(directory: string, signal: AbortSignal): Promise<string | null> {
    const { now } = this.#ports;
    const known = this.#addresses.get(directory);
    if (known !== undefined && Math.abs(now() - known.readAt) < DIRECTORY_LIFETIME_MS) return known.address;
    const answer = await this.#get(directory, signal);
    const { data } = directorySchema.safeParse(answer === null ? null : jsonOf(answer));
    if (data === undefined || !isAcmeAddress(data.renewalInfo)) return null;
    // Only the user can send questions to this computer.
    const isLocal = isLocalHost(new URL(data.renewalInfo).hostname);
    if (isLocal && !isLoopbackHost(new URL(directory).hostname)) return null;
    this.#addresses.set(directory, { address: data.renewalInfo, readAt: now() });
    return data.renewalInfo;
  }

  async #get(url: string, signal: AbortSignal): Promise<Answer | null> {
    const { fetch, limits = defaultLimits } = this.#ports;
    const answer = await fetch(new URL(url), 'application/json', limits, signal);
    return answer.ok ? answer.value : null;
  }
}

/** `null`: not a usable answer. */
function readWindow(answer: Answer): SuggestedWindow | null {
  const { data } = windowSchema.safeParse(jsonOf(answer));
  if (data === undefined) return null;
  const start = Date.parse(data.suggestedWindow.start);
  const end = Date.parse(data.suggestedWindow.end);
  return end > start ? { start, end, explanationUrl: explanationOf(data.explanationURL) } : null;
}

function explanationOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_EXPLANATION || !URL.canParse(value)) return null;
  const { protocol, username, href } = new URL(value);
  return protocol === 'https:' && username === '' ? href : null;
}

function jsonOf({ status, body }: Answer): unknown {
  if (status !== 200) return null;
  try {
    return parseBounded(body.toString('utf8'), documentLimits);
  } catch {
    return null;
  }
}

/** The part of a lifetime by which a window may move without a reason. */
const USUAL_SHIFT = 1 / 100;
/** The same for certificates of a few days (ms). */
const LEAST_USUAL_SHIFT_MS = HOUR_MS;

/**
 * From when on an order needs attention because of a window. The usual window opens once for every certificate, and
 * the client that renews chooses a time in it: then attention begins at its end. It begins at its start if the authority moved
 * it forward since it was first seen, ends it in the first half of the lifetime, or explains it. The usual windows of
 * Let's Encrypt are around two thirds of the lifetime, or around its half for certificates of less than ten days.
 * @param firstStart the start of the window when it was first seen, Unix ms
 */
export function replacementOf(
  { start, end, explanationUrl }: SuggestedWindow,
  firstStart: number,
  { notBefore, notAfter }: { readonly notBefore: number; readonly notAfter: number },
): Replacement {
  const usualShift = Math.max((notAfter - notBefore) * USUAL_SHIFT, LEAST_USUAL_SHIFT_MS);
  const isMoved = firstStart - start > usualShift;
  const isEarly = end < (notBefore + notAfter) / 2;
  return { from: isMoved || isEarly || explanationUrl !== null ? start : end, by: end, explanationUrl };
}
