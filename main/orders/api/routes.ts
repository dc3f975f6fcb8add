import { createSecureContext, type SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { ConnectOptions } from './dispatchers.ts';

export interface Route {
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
}

export interface RouteOptions extends ConnectOptions {
  /** The trusted roots as PEM; Node's defaults count only if included. Never rejects. */
  readonly cas: () => Promise<readonly string[]>;
  readonly proxyResolver: ProxyResolver;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** How the origin is reached: directly, or by a proxy of the system settings. */
export interface Routes {
  /** The current route while it is fresh, otherwise `null`: call `find`. */
  known(): Route | null;
  /** Reads the system settings again. Error: `network` with reason `proxy` if they name no usable proxy. */
  find(): Promise<Result<Route>>;
  /** The proxy of this route is unreachable: the next one in the settings takes its place, if any. */
  proxyFailed(route: Route): void;
  dispose(): Promise<void>;
}

/** Settings change rarely, and reading them runs the administrator's script. */
const SETTINGS_LIFETIME_MS = 60_000;
const DIRECT: readonly ProxyChoice[] = [{ kind: 'direct' }];

/** Loopback names and addresses are always reached directly, on this computer only. */
export function createRoutes(options: RouteOptions): Routes {
  const isLocal = isLoopbackHost(new URL(options.origin).hostname);
  let choices: readonly ProxyChoice[] = [];
  let choiceIndex = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let current: { readonly proxy: string | null; readonly route: Route } | null = null;
  let context: SecureContext | null = null;

  let asking: Promise<Result<readonly ProxyChoice[]>> | null = null;
  let isDisposed = false;
  /** Routes with requests: the current one, and previous ones until their last request has ended. */
  const dispatchers = new Set<Dispatcher>();

  const isFresh = () => isLocal || options.monotonic() - askedAt < SETTINGS_LIFETIME_MS;
  const refresh = async (): Promise<Result<readonly ProxyChoice[]>> => {
    if (choices.length > 0 && isFresh()) return ok(choices);
    // Many requests start at the same time; one lookup serves all.
    asking ??= isLocal ? Promise.resolve(ok(DIRECT)) : ask(options);
    const answer = await asking;
    asking = null;
    if (!answer.ok) return answer;
    if (JSON.stringify(answer.value) !== JSON.stringify(choices)) choiceIndex = 0;
    choices = answer.value;
    askedAt = options.monotonic();
    return answer;
  };
  const retire = () => {
    const dispatcher = current?.route.dispatcher;
    current = null;
    // Requests in flight end normally.
    dispatcher?.close().then(
      () => dispatchers.delete(dispatcher),
      () => dispatchers.delete(dispatcher),
    );
  };
  return {
    known: () => (isFresh() ? (current?.route ?? null) : null),
    async find() {
      // With undici, which a start does not wait for. A thread may read the roots meanwhile.
      const [cas, { openDispatcher }] = await Promise.all([options.cas(), import('./dispatchers.ts')]);
      const answer = await refresh();
      if (!answer.ok) return answer;
      if (isDisposed) return err({ kind: 'cancelled' });
      const usable = answer.value.filter((choice) => choice.kind !== 'unsupported');
      const choice = usable[choiceIndex % Math.max(1, usable.length)];
      if (choice === undefined) return err(proxyError(unsupportedCode(answer.value)));
      const proxy = choice.kind === 'direct' ? null : choice.uri;
      if (current === null || current.proxy !== proxy) {
        retire();
        // Parsing several hundred roots takes 20 ms: once for all connections.
        context ??= createSecureContext({ ca: [...cas] });
        const dispatcher = openDispatcher(proxy, options, context);
        dispatchers.add(dispatcher);
        current = { proxy, route: { dispatcher, viaProxy: proxy !== null } };
      }
      return ok(current.route);
    },
    proxyFailed(route) {
      // Requests that failed together count once.
      if (current?.route !== route) return;
      retire();
      choiceIndex += 1;
      // The user may have changed the settings because of this failure.
      askedAt = Number.NEGATIVE_INFINITY;
    },
    async dispose() {
      isDisposed = true;
      await Promise.all([...dispatchers].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

async function ask({ origin, proxyResolver }: RouteOptions): Promise<Result<readonly ProxyChoice[]>> {
  try {
    return ok(parsePacResult(await proxyResolver.resolveProxy(`${origin}/`)));
  } catch {
    // If the settings are unknown, a direct connection is not allowed.
    return err(proxyError('RESOLVE_FAILED'));
  }
}

function unsupportedCode(choices: readonly ProxyChoice[]): string {
  const schemes = choices.flatMap((choice) => (choice.kind === 'unsupported' ? [choice.scheme] : []));
  return `UNSUPPORTED_${schemes[0] ?? 'PROXY'}`;
}

function proxyError(code: string): AppError {
  return { kind: 'network', reason: 'proxy', code };
}

type ProxyChoice =
  | { readonly kind: 'direct' }
  /** `uri` for undici: `http:`, `https:` or `socks5:`. */
  | { readonly kind: 'proxy'; readonly uri: string }
  | { readonly kind: 'unsupported'; readonly scheme: string };

const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/** Characters of a PAC result that are read: some 100 proxies. */
const PAC_RESULT_MAX = 4000;

/**
 * Parses a PAC result such as `PROXY cache.example:3128; DIRECT`, in order. Empty means `DIRECT`. `DIRECT` after a
 * proxy is ignored: a connection must not silently bypass the administrator's proxy.
 */
export function parsePacResult(text: string): readonly ProxyChoice[] {
  const choices: ProxyChoice[] = [];
  for (const entry of text.slice(0, PAC_RESULT_MAX).split(';')) {
    const [scheme = '', address = ''] = entry.trim().split(/\s+/u);
    if (scheme === '') continue;
    if (scheme.toUpperCase() === 'DIRECT') {
      if (choices.length === 0) return [{ kind: 'direct' }];
      continue;
    }
    const uri = `${SCHEMES[scheme.toUpperCase()] ?? ''}://${address}`;
    const isUsable =
      /^[^\s/@]+$/u.test(address) && SCHEMES[scheme.toUpperCase()] !== undefined && URL.canParse(uri);
    choices.push(
      isUsable ? { kind: 'proxy', uri } : { kind: 'unsupported', scheme: scheme.slice(0, 20).toUpperCase() },
    );
  }
  return choices.length === 0 ? [{ kind: 'direct' }] : choices;
}
