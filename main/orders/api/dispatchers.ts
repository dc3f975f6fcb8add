import type { LookupFunction, Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { loopbackLookup } from '#main/platform/loopbackLookup.ts';
import { WireBudget, WireBudgetError } from '#main/platform/wireBudget.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { ProxyConnectError } from './errorMapping.ts';

/** The limits of the connections to an origin. */
export interface ConnectOptions {
  readonly origin: string;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** The largest body of an answer. What comes on a connection beside bodies is bounded by it. */
  readonly maxBodyBytes: number;
  /** Resolves the names of direct connections; without it, the system does. */
  readonly lookup?: LookupFunction;
}

/** Node's default of 250 ms per address fails for distant servers with several addresses. */
const ADDRESS_ATTEMPT_MS = 1_000;

/** Opens the connections to an origin by a proxy, or directly if `proxy` is `null`. Connects with the first request. */
export function openDispatcher(
  proxy: string | null,
  options: ConnectOptions,
  context: SecureContext,
): Dispatcher {
  return proxy === null ? openDirect(options, context) : openProxy(proxy, options, context);
}

function openDirect(options: ConnectOptions, context: SecureContext): Dispatcher {
  return new Pool(options.origin, {
    connections: options.maxConnections,
    allowH2: false,
    connect: withWireBudget(
      keepingAlerts(buildConnector(connectorOptions(options, context))),
      options.maxBodyBytes,
    ),
  });
}

/**
 * Ends a connection with its first error. A server that requires a client certificate says so in an alert after the
 * TLS 1.3 handshake and closes the connection; undici would report the close.
 */
function keepingAlerts(connector: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connector(target, (error, socket) => {
      socket?.once('error', (first) => socket.destroy(first));
      // The implementation handles both forms of the callback's arguments in the same way.
      if (error === null && socket !== null) callback(null, socket);
      else callback(error ?? new Error('No connection'), null);
    });
}

function openProxy(uri: string, options: ConnectOptions, context: SecureContext): Dispatcher {
  // Not by the lookup of the origin: a proxy may be on this computer.
  const { lookup: _, ...proxied } = options;
  const connector = buildConnector(connectorOptions(proxied, context));
  const toProxy = withWireBudget(
    (target, callback) =>
      connector(target, (error, socket) => {
        if (error === null && socket !== null) callback(null, socket);
        else callback(new ProxyConnectError(error), null);
      }),
    options.maxBodyBytes,
  );
  const shared = {
    connections: options.maxConnections,
    allowH2: false,
    connectTimeout: options.connectTimeoutMs,
    requestTls: connectorOptions(proxied, context),
  };
  const bounded = (inTunnel: buildConnector.connector) => withWireBudget(inTunnel, options.maxBodyBytes);
  if (uri.startsWith('socks5:')) {
    const tunnels = new Socks5ProxyAgent(uri, { ...shared, connect: toProxy });
    return new Pool(options.origin, { ...shared, connect: bounded(throughSocks(tunnels, connector)) });
  }
  return new ProxyAgent({
    ...shared,
    uri,
    clientFactory: (proxy) =>
      // The proxy's answer to the tunnel request is part of connecting.
      new Pool(proxy, { connect: toProxy, allowH2: false, headersTimeout: options.connectTimeoutMs }),
    // The agent gives the connector of its tunnel.
    factory: (origin, given: Pool.Options & { connect: buildConnector.connector }) =>
      new Pool(origin, { ...given, connect: bounded(given.connect) }),
  });
}

/** What undici's agent has, but does not declare. */
interface SocksTunnels {
  createSocks5Connection(host: string, port: number): Promise<Socket>;
}

/** Connects through a tunnel. The agent's own pool would not let a connection be watched. */
function throughSocks(
  agent: Socks5ProxyAgent,
  connector: buildConnector.connector,
): buildConnector.connector {
  const tunnels = agent as unknown as SocksTunnels;
  return (target, callback) => {
    const isTls = target.protocol === 'https:';
    tunnels.createSocks5Connection(target.hostname, Number(target.port) || (isTls ? 443 : 80)).then(
      (socket) => (isTls ? connector({ ...target, httpSocket: socket }, callback) : callback(null, socket)),
      (error: Error) => callback(error, null),
    );
  };
}

function connectorOptions(
  options: ConnectOptions,
  secureContext: SecureContext,
): buildConnector.BuildOptions {
  return {
    timeout: options.connectTimeoutMs,
    allowH2: false,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    // Another host that answers for the name elsewhere would receive the token.
    ...(isLoopbackHost(new URL(options.origin).hostname)
      ? { lookup: loopbackLookup }
      : options.lookup === undefined
        ? {}
        : { lookup: options.lookup }),
    secureContext,
    // Explicit, because an environment variable can change Node's default.
    rejectUnauthorized: true,
  };
}

/** Servers send two tickets for a later connection (RFC 8446, section 4.6.1). */
const MAX_TICKETS = 64;

/**
 * Bounds what a server may send for each request, as bytes and as pieces: a parser spends time on what never reaches the
 * body. A connection that sends more is closed with a `WireBudgetError`.
 * @param bodyBytes the largest body of an answer; framing may take as much again
 */
export function withWireBudget(
  connector: buildConnector.connector,
  bodyBytes: number,
): buildConnector.connector {
  return (target, callback) =>
    connector(target, (error, socket) => {
      if (error === null && socket !== null) {
        watch(socket, new WireBudget(bodyBytes));
        callback(null, socket);
      } else callback(error ?? new Error('No connection'), null);
    });
}

function watch(socket: Socket | TLSSocket, budget: WireBudget): void {
  let written = -1;
  const push = socket.push.bind(socket);
  // Counts whatever is read later, without starting to read: a listener for data would.
  socket.push = (piece: unknown, encoding?: BufferEncoding) => {
    if (socket.bytesWritten !== written) {
      // Each request has its own budget; nothing else is written.
      written = socket.bytesWritten;
      budget.renew();
    }
    if (budget.spend(piece instanceof Uint8Array ? piece.length : 0)) return push(piece, encoding);
    socket.destroy(new WireBudgetError());
    return false;
  };
  let tickets = 0;
  socket.on('session', () => {
    tickets += 1;
    if (tickets > MAX_TICKETS) socket.destroy(new WireBudgetError());
  });
}
