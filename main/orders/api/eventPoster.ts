import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { type Clock, systemClock } from '#main/platform/time.ts';
import { ok, type Result } from '#shared/result.ts';
import { retryAfterMs } from './answer.ts';
import { createRoutes, type Routes } from './routes.ts';
import { createTransport, type Transport } from './transport.ts';

export interface EventPosterOptions {
  /** The roots of the system and the runtime, one PEM each; never rejects. */
  readonly systemCas: () => Promise<readonly string[]>;
  readonly proxyResolver: ProxyResolver;
  readonly userAgent: string;
  /** From the start of a request to the end of its answer, ms. Default 15 s. */
  readonly totalMs?: number;
  readonly clock?: Clock;
}

/** What a receiver answered. */
export interface EventAnswer {
  readonly status: number;
  /** How long it wants to be left alone (`Retry-After` of a 429 or 503), at most 24 hours; `null`: it did not say. */
  readonly retryAfterMs: number | null;
}

export interface EventPoster {
  /**
   * Posts a body, with the proxy and trust rules of connections. The body of the answer is thrown away. Redirects are not followed. Errors: `network`, `tls`, `timeout`, `invalidResponse`, `cancelled`.
   * @param url https, or http for a loopback address
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Result<EventAnswer>>;
  /** Closes the connections. */
  dispose(): Promise<void>;
}

const CONNECT_MS = 10_000;
const TOTAL_MS = 15_000;
/** What is read of an answer, so that a short one ends normally. */
const LIMIT_BYTES = 64 * 1024;

/** Posts to one origin at a time; another one closes the connections to the former. */
export function createEventPoster(options: EventPosterOptions): EventPoster {
  const totalMs = options.totalMs ?? TOTAL_MS;
  const clock = options.clock ?? systemClock;
  let current: { readonly origin: string; readonly routes: Routes; readonly transport: Transport } | null =
    null;
  const transportTo = async (origin: string): Promise<Transport> => {
    if (current?.origin === origin) return current.transport;
    await current?.routes.dispose();
    const routes = createRoutes({
      origin,
      cas: options.systemCas,
      proxyResolver: options.proxyResolver,
      maxConnections: 1,
      connectTimeoutMs: Math.min(CONNECT_MS, totalMs),
      maxBodyBytes: LIMIT_BYTES,
      monotonic: () => clock.monotonic(),
    });
    const transport = createTransport({
      origin,
      routes,
      maxRequests: 1,
      headersTimeoutMs: totalMs,
      totalTimeoutMs: totalMs,
      limitBytes: LIMIT_BYTES,
    });
    current = { origin, routes, transport };
    return transport;
  };
  return {
    async post(url, headers, body, signal) {
      const { origin, pathname, search } = new URL(url);
      const transport = await transportTo(origin);
      const sent = { ...headers, 'accept-encoding': 'identity', 'user-agent': options.userAgent };
      const posted = await transport.post(pathname + search, sent, body, signal);
      if (!posted.ok) return posted;
      const { status } = posted.value;
      const asksToWait = status === 429 || status === 503;
      return ok({ status, retryAfterMs: asksToWait ? retryAfterMs(posted.value, clock.now()) : null });
    },
    async dispose() {
      await current?.routes.dispose();
    },
  };
}
