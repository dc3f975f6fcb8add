import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';
import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { loopbackLookup } from '#main/platform/loopbackLookup.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { ProxyConnectError } from './errorMapping.ts';
import { type ProxyChoice, parsePacResult } from './pacResult.ts';

/** The connections over which an origin is reached at present. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
}

export interface RouteOptions {
  readonly origin: string;
  /** Gives the trusted roots as PEM; Node's own defaults count only as far as they are among them. Never rejects. */
  readonly cas: () => Promise<readonly string[]>;
  readonly proxyResolver: ProxyResolver;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Milliseconds since any start, never going back. */
  readonly monotonic: () => number;
}

/** How the origin is reached: directly, or by the proxy that the system's settings name. */
export interface Routes {
  /** The route while it is fresh, else `null`: ask `find`. */
  known(): Route | null;
  /** Asks for the system's settings again. `network` with reason `proxy` when they name nothing that can be used. */
  find(): Promise<Result<Route>>;
  /** The proxy of this route could not be reached: the next one of the settings, if there is one, takes its place. */
  proxyFailed(route: Route): void;
  /** Ends every connection at once. */
  dispose(): Promise<void>;
}

/** Settings change rarely, and asking runs the administrator's script. */
const SETTINGS_LIFETIME_MS = 60_000;
/** Node's 250 ms per address gives up on every far-away server that has more than one. */
const ADDRESS_ATTEMPT_MS = 1_000;
const DIRECT: readonly ProxyChoice[] = [{ kind: 'direct' }];

/** Makes the routes to one origin. Loopback names and addresses are always reached directly, on this computer alone. */
export function createRoutes(options: RouteOptions): Routes {
  const isLocal = isLoopbackHost(new URL(options.origin).hostname);
  let choices: readonly ProxyChoice[] = [];
  let choiceIndex = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let current: { readonly choice: string; readonly route: Route } | null = null;
  let context: SecureContext | null = null;

  let asking: Promise<Result<readonly ProxyChoice[]>> | null = null;
  let isDisposed = false;
  /** Those that still serve requests: the current one, and former ones until their last request has ended. */
  const dispatchers = new Set<Dispatcher>();

  const isFresh = () => isLocal || options.monotonic() - askedAt < SETTINGS_LIFETIME_MS;
  const refresh = async (): Promise<Result<readonly ProxyChoice[]>> => {
    if (choices.length > 0 && isFresh()) return ok(choices);
    // Many requests start at once; one question serves them all.
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
    // Requests on their way end in their own time.
    dispatcher?.close().then(
      () => dispatchers.delete(dispatcher),
      () => dispatchers.delete(dispatcher),
    );
  };
  const open = (
    choice: Exclude<ProxyChoice, { readonly kind: 'unsupported' }>,
    cas: readonly string[],
  ): Route => {
    // Parsing some hundred roots takes 20 ms: once for all connections, not once for each.
    context ??= createSecureContext({ ca: [...cas] });
    const dispatcher =
      choice.kind === 'direct' ? openDirect(options, context) : openProxy(choice.uri, options, context);
    dispatchers.add(dispatcher);
    return { dispatcher, viaProxy: choice.kind === 'proxy' };
  };

  return {
    known: () => (isFresh() ? (current?.route ?? null) : null),
    async find() {
      const cas = await options.cas();
      const answer = await refresh();
      if (!answer.ok) return answer;
      if (isDisposed) return err({ kind: 'cancelled' });
      const usable = answer.value.filter((choice) => choice.kind !== 'unsupported');
      const choice = usable[choiceIndex % Math.max(1, usable.length)];
      if (choice === undefined) return err(proxyError(unsupportedCode(answer.value)));
      const key = choice.kind === 'direct' ? 'direct' : choice.uri;
      if (current?.choice !== key) {
        retire();
        current = { choice: key, route: open(choice, cas) };
      }
      return ok(current.route);
    },
    proxyFailed(route) {
      // Requests that failed together count once.
      if (current?.route !== route) return;
      retire();
      choiceIndex += 1;
      // The person may have changed the settings just because of this.
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
    // Unknown settings are no leave to go directly.
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

function openDirect(options: RouteOptions, context: SecureContext): Dispatcher {
  return new Pool(options.origin, {
    connections: options.maxConnections,
    allowH2: false,
    connect: keepingAlerts(buildConnector(connectorOptions(options, context))),
  });
}

/**
 * Ends a connection with the error that came first. A server that wants a client certificate says so after the handshake
 * of TLS 1.3, in an alert, and hangs up: undici would report the latter.
 */
function keepingAlerts(connector: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connector(target, (error, socket) => {
      socket?.once('error', (first) => socket.destroy(first));
      // The two forms of the callback's arguments are one in the implementation.
      if (error === null && socket !== null) callback(null, socket);
      else callback(error ?? new Error('No connection'), null);
    });
}

function openProxy(uri: string, options: RouteOptions, context: SecureContext): Dispatcher {
  const connector = buildConnector(connectorOptions(options, context));
  const toProxy: buildConnector.connector = (target, callback) =>
    connector(target, (error, socket) => {
      if (error === null && socket !== null) callback(null, socket);
      else callback(new ProxyConnectError(error), null);
    });
  const shared = {
    connections: options.maxConnections,
    allowH2: false,
    connectTimeout: options.connectTimeoutMs,
    requestTls: connectorOptions(options, context),
  };
  if (uri.startsWith('socks5:')) return new Socks5ProxyAgent(uri, { ...shared, connect: toProxy });
  return new ProxyAgent({
    ...shared,
    uri,
    clientFactory: (proxy) =>
      // The tunnel's own answer is part of connecting.
      new Pool(proxy, { connect: toProxy, allowH2: false, headersTimeout: options.connectTimeoutMs }),
  });
}

function connectorOptions(options: RouteOptions, secureContext: SecureContext): buildConnector.BuildOptions {
  return {
    timeout: options.connectTimeoutMs,
    allowH2: false,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    // Whoever answers for the name elsewhere would get the token.
    ...(isLoopbackHost(new URL(options.origin).hostname) ? { lookup: loopbackLookup } : {}),
    secureContext,
    // Said outright, because an environment variable can turn Node's default around.
    rejectUnauthorized: true,
  };
}
