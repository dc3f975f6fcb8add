import type { Answer } from '#main/orders/api/answer.ts';
import { createRoutes, type Routes } from '#main/orders/api/routes.ts';
import { createTransport } from '#main/orders/api/transport.ts';
import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { err, type Result } from '#shared/result.ts';
import { createPublicLookup, isLocalHost, type Resolve } from './publicAddress.ts';

/** Limits of one request. */
export interface FetchLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole request. */
  readonly timeoutMs: number;
}

/** Gets a public document with its `Accept` header, without credentials. Redirects are not followed. Never rejects. */
export type PublicFetch = (
  url: URL,
  accept: string,
  limits: FetchLimits,
  signal: AbortSignal,
) => Promise<Result<Answer>>;

export interface PublicFetcherOptions {
  /** The trusted roots as PEM. Never rejects. */
  readonly cas: () => Promise<readonly string[]>;
  readonly proxyResolver: ProxyResolver;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly userAgent: string;
  /** Whether an address of this computer or of its link is refused. A proxy resolves names itself. */
  readonly refusesLocal: boolean;
  /** Without it, the system resolves names. */
  readonly resolve?: Resolve;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A revocation list. */
export const LARGEST_DOCUMENT_BYTES = 10_000_000;
const REQUESTS_TO_AN_ORIGIN = 2;
/** Origins whose connections are kept open. */
const ORIGINS_MAX = 16;

interface KnownOrigin {
  readonly routes: Routes;
  /** Under way. */
  requests: number;
}

/** Public documents, by the proxies and the roots of the system. */
export function createPublicFetcher({ userAgent, refusesLocal, resolve, ...reach }: PublicFetcherOptions) {
  const lookup = refusesLocal ? { lookup: createPublicLookup(resolve) } : {};
  const known = new Map<string, KnownOrigin>();
  const take = (origin: string): KnownOrigin => {
    const limits = {
      maxConnections: REQUESTS_TO_AN_ORIGIN,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      maxBodyBytes: LARGEST_DOCUMENT_BYTES,
    };
    const found = known.get(origin) ?? {
      routes: createRoutes({ origin, ...limits, ...reach, ...lookup }),
      requests: 0,
    };
    found.requests += 1;
    // The origin that was used last is the last one.
    known.delete(origin);
    known.set(origin, found);
    return found;
  };
  /** Forgets the origins that were used the longest ago: certificates name as many as they like. */
  const give = (used: KnownOrigin) => {
    used.requests -= 1;
    for (const [origin, { routes, requests }] of [...known]) {
      if (known.size <= ORIGINS_MAX) return;
      if (requests > 0) continue;
      known.delete(origin);
      void routes.dispose();
    }
  };
  const fetch: PublicFetch = async (url, accept, { maxBytes, timeoutMs }, signal) => {
    const { origin, hostname, pathname, search } = url;
    // An IP address is not looked up.
    if (refusesLocal && isLocalHost(hostname))
      return err({ kind: 'network', reason: 'refused', code: 'LOCAL_ADDRESS' });
    const taken = take(origin);
    try {
      const transport = createTransport({
        origin,
        routes: taken.routes,
        maxRequests: REQUESTS_TO_AN_ORIGIN,
        headersTimeoutMs: timeoutMs,
        totalTimeoutMs: timeoutMs,
        limitBytes: maxBytes,
      });
      return await transport.get(pathname + search, { accept, 'user-agent': userAgent }, signal);
    } finally {
      give(taken);
    }
  };
  return {
    fetch,
    /** How many origins have connections or a route. */
    originCount: () => known.size,
    /** Closes all connections. */
    dispose: async () => {
      await Promise.all([...known.values()].map(({ routes }) => routes.dispose()));
    },
  };
}
