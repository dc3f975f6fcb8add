import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { type Clock, systemClock } from '#main/platform/time.ts';
import type { FetchOptions, FetchOutcome, PollAnswer, PollOptions } from '#main/x509/material.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { isPartOf, ridRefusal } from '#shared/domain/rids.ts';
import type { AppError } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import { type Answer, answeredAt, bodyDigest, readAnswer } from './answer.ts';
import { assembleMaterial } from './assembleMaterial.ts';
import { decodeDownload, decodeLatest } from './decodeLatest.ts';
import { createRoutes } from './routes.ts';
import { createTransport } from './transport.ts';

export interface OpenApiClientOptions {
  /** As given by `parseBaseUrl`: https, or http for loopback addresses. The token is sent to its origin only. */
  readonly baseUrl: string;
  /** PEM certificates trusted in addition to the system's, from the connection's CA file. */
  readonly extraCaPem: string | null;
  /**
   * The roots of the system and the runtime, one PEM each; never rejects. Node loads neither once `ca` is given, and
   * the packaged app's fuses disable NODE_EXTRA_CA_CERTS.
   */
  readonly systemCas: () => Promise<readonly string[]>;
  readonly proxyResolver: ProxyResolver;
  readonly userAgent: string;
  /** Maximum concurrent requests to this service, polls and exports together. Default 32. */
  readonly maxConnections?: number;
  /** Milliseconds: to connect, from the request to its headers, and for the whole request. */
  readonly timeouts?: { readonly connectMs: number; readonly headersMs: number; readonly totalMs: number };
  readonly clock?: Clock;
  /** Gets the service's time (Unix ms) from the `Date` of each answer (RFC 9110, section 6.6.1). */
  readonly heardTime?: (at: number) => void;
}

/** The Open API of one connection (interface, section 4.1). Its requests never reject. */
export interface OpenApiClient {
  /** The latest material of an order; downloads complete the JSON if necessary. */
  latest(rid: string, token: string, options: FetchOptions): Promise<FetchOutcome>;
  /** As `latest`, without the key, and without decoding a known body. */
  poll(rid: string, token: string, options: PollOptions): Promise<PollAnswer>;
  /** One of the four downloads, as PEM. */
  download(rid: string, part: ExportPart, token: string, signal: AbortSignal): Promise<Result<string>>;
  /** Closes all connections; requests in flight give `cancelled`. */
  dispose(): Promise<void>;
}

/** Real material is a few kilobytes. The limit protects against wrong addresses. */
const MAX_BODY_BYTES = 1024 * 1024;

const DEFAULT_TIMEOUTS = { connectMs: 10_000, headersMs: 15_000, totalMs: 30_000 };
/** Eight polls, sixteen that get no answer, and exports. */
const DEFAULT_MAX_CONNECTIONS = 32;
/** Visible ASCII (RFC 9110, section 5.5) without the space, which would end the token. */
const HEADER_SAFE = /^[\x21-\x7e]+$/u;

/** Connections are opened with the first request. Throws for a base URL that would expose the token. */
export function createOpenApiClient(options: OpenApiClientOptions): OpenApiClient {
  const base = new URL(options.baseUrl);
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLoopbackHost(base.hostname)))
    throw new TypeError('A base URL must be https, or http for a loopback address');
  const pathPrefix = `${base.pathname.replace(/(?<!\/)\/+$/u, '')}/open/ssl/latest/`;
  const clock = options.clock ?? systemClock;
  const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS;
  const maxConnections = options.maxConnections ?? DEFAULT_MAX_CONNECTIONS;
  const routes = createRoutes({
    origin: base.origin,
    cas: async () => {
      const systemCas = await options.systemCas();
      return options.extraCaPem === null ? systemCas : [...systemCas, options.extraCaPem];
    },
    proxyResolver: options.proxyResolver,
    maxConnections,
    connectTimeoutMs: timeouts.connectMs,
    maxBodyBytes: MAX_BODY_BYTES,
    monotonic: () => clock.monotonic(),
  });
  const transport = createTransport({
    origin: base.origin,
    routes,
    maxRequests: maxConnections,
    headersTimeoutMs: timeouts.headersMs,
    totalTimeoutMs: timeouts.totalMs,
    limitBytes: MAX_BODY_BYTES,
  });

  const get = async (
    rid: string,
    suffix: string,
    accept: string,
    token: string,
    signal: AbortSignal,
  ): Promise<Result<Answer>> => {
    const refusal = refusalOf(rid, token);
    if (refusal !== null) return err(refusal);
    const headers = {
      authorization: `Bearer ${token}`,
      accept,
      'accept-encoding': 'identity',
      'user-agent': options.userAgent,
    };
    const answer = await transport.get(pathPrefix + encodeURIComponent(rid) + suffix, headers, signal);
    const at = answer.ok ? answeredAt(answer.value) : null;
    if (at !== null) options.heardTime?.(at);
    return answer;
  };
  const read = (answer: Result<Answer>, token: string): Result<string> =>
    answer.ok
      ? readAnswer(answer.value, {
          limitBytes: MAX_BODY_BYTES,
          token,
          origin: base.origin,
          now: clock.now(),
        })
      : answer;

  const download: OpenApiClient['download'] = async (rid, part, token, signal) => {
    // The interface does not define the downloads' content type, so any is accepted.
    const text = read(await get(rid, `/${part}`, '*/*', token, signal), token);
    return text.ok ? decodeDownload(text.value, part, token) : text;
  };

  const latestOf = async (
    answer: Result<Answer>,
    withKey: boolean,
    token: string,
    downloadPart: (part: ExportPart) => Promise<Result<string>>,
  ): Promise<FetchOutcome> => {
    const text = read(answer, token);
    if (!text.ok) return { material: text, serviceNotAfter: null };
    const { parts, notAfter } = decodeLatest(text.value, token);
    const material = parts.ok ? await assembleMaterial(parts.value, notAfter, withKey, downloadPart) : parts;
    return { material, serviceNotAfter: notAfter };
  };

  return {
    download,
    async latest(rid, token, { withKey, signal }) {
      const answer = await get(rid, '', 'application/json', token, signal);
      return latestOf(answer, withKey, token, (part) => download(rid, part, token, signal));
    },
    async poll(rid, token, { known, signal }) {
      const answer = await get(rid, '', 'application/json', token, signal);
      const digest = answer.ok ? bodyDigest(answer.value) : null;
      if (digest !== null && digest === known) return { sameAs: digest };
      // A download may change although the body is the same.
      let isWhole = true;
      const outcome = await latestOf(answer, false, token, (part) => {
        isWhole = false;
        return download(rid, part, token, signal);
      });
      return { ...outcome, bodyDigest: isWhole ? digest : null };
    },
    dispose: () => routes.dispose(),
  };
}

/** Why nothing is requested. A token is in no address, whatever asks for it. */
function refusalOf(rid: string, token: string): AppError | null {
  if (rid === '') return { kind: 'invalidInput', field: 'rid', reason: 'empty' };
  const refusal = ridRefusal(rid);
  if (refusal === 'token' || isPartOf(rid, token))
    return { kind: 'invalidInput', field: 'rid', reason: 'isToken' };
  if (refusal !== null) return { kind: 'invalidInput', field: 'rid', reason: 'malformed' };
  if (token === '') return { kind: 'tokenMissing' };
  if (!HEADER_SAFE.test(token)) return { kind: 'invalidInput', field: 'token', reason: 'notHeaderSafe' };
  return null;
}
