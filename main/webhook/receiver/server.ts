import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions, TlsOptions, Server as TlsServer } from 'node:tls';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { WireBudget, WireBudgetError } from '#main/platform/wireBudget.ts';
import type { ConnectionSlots } from './connectionSlots.ts';
import { tooLarge } from './headCheck.ts';
import type { ReceiverLimits } from './receiverLimits.ts';
import { MIN_TLS_VERSION, type TlsPair } from './tlsFiles.ts';

/** Answers requests. A returned promise is awaited, so that its rejection is logged as a bug. */
export interface RequestHandler {
  /** @param expectsContinue the sender waits for `100 Continue` (RFC 9110, section 10.1.1) */
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): unknown;
  /**
   * The data is no valid HTTP or TLS, or took too long (`ERR_HTTP_REQUEST_TIMEOUT`). Answers if possible and closes the
   * connection; if it stays open, it is closed after `silenceMs`.
   */
  clientError(error: Error, socket: Duplex): void;
}

export interface ServerPorts {
  readonly limits: ReceiverLimits;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  readonly slots: ConnectionSlots;
  /** A connection was dropped to make room. */
  readonly dropped: () => void;
}

/** Creates an HTTP server with these limits, not listening yet; HTTPS if `tls` is given. */
export function createReceiverServer(
  handler: RequestHandler,
  tls: TlsPair | null,
  { limits, logger, scheduler, slots, dropped }: ServerPorts,
): Server {
  const options = serverOptions(limits);
  const server =
    tls === null
      ? createServer(options)
      : createTlsServer({ ...options, ...secureOptions(tls), handshakeTimeout: limits.handshakeMs });
  server.on('connection', (socket: Socket) => slots.accepted(socket, dropped));
  // Dropped connections still count until the end of the turn in which they were replaced.
  server.maxConnections = 2 * limits.unverified + limits.signed;
  server.on('drop', dropped);
  server.on(tls === null ? 'connection' : 'secureConnection', (socket: Socket) => watch(server, socket));
  server.timeout = limits.silenceMs;
  // By default Node silently ignores headers after the first 2,000, which could hide a repeated one.
  server.maxHeadersCount = 0;
  // A second request on a connection is not handled: the connection ends after the first.
  server.maxRequestsPerSocket = 1;
  const handle = (expectsContinue: boolean) => async (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    try {
      await handler.handle(request, response, expectsContinue);
    } catch (bug) {
      logger.error('A request met a bug', { error: errorName(bug), place: stackSummary(bug) });
      // The sender must not mistake this for success.
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    }
  };
  server.on('request', handle(false));
  server.on('checkExpectation', handle(false));
  server.on('checkContinue', handle(true));
  const isReadable = tls === null ? () => true : secureSockets(server);
  server.on('clientError', (error, socket) => {
    handler.clientError(error, socket);
    if (!isReadable(socket)) socket.destroy();
    if (socket.destroyed) return;
    // Node has stopped its timeouts for this socket: without this limit, it could stay open forever.
    const limit = scheduler.after(limits.silenceMs, () => socket.destroy());
    socket.once('close', () => limit.dispose());
  });
  return server;
}

/**
 * Bounds what a connection may send for its one request: framing without end would keep the parser busy. Beyond that, it
 * ends with a `WireBudgetError` as its client error.
 */
function watch(server: Server, socket: Socket): void {
  const budget = new WireBudget(tooLarge.limitBytes);
  // With a listener for data, Node gives what was read to this and to its parser, instead of to the parser alone.
  socket.on('data', (piece: Buffer) => {
    const isWithin = budget.spend(piece.length);
    // The parser has copied what belongs to the body, which may hold a private key.
    piece.fill(0);
    if (isWithin || socket.destroyed) return;
    server.emit('clientError', new WireBudgetError(), socket);
    // An answer is already with the system. Any further piece would cost a turn of the parser.
    socket.destroy();
  });
}

/** Uses another certificate and key for new HTTPS connections. */
export function setTlsPair(server: Server, pair: TlsPair): void {
  if (isTlsServer(server)) server.setSecureContext(secureOptions(pair));
}

function serverOptions(limits: ReceiverLimits): ServerOptions {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    // Connections are closed after the answer; this is a safeguard.
    keepAliveTimeout: 1,
    keepAliveTimeoutBuffer: 0,
    maxHeaderSize: limits.headBytes,
    insecureHTTPParser: false,
    // The handler refuses and logs such requests itself.
    requireHostHeader: false,
  };
}

function secureOptions(
  pair: TlsPair,
): Pick<TlsOptions & SecureContextOptions, 'cert' | 'key' | 'minVersion'> {
  return { cert: pair.cert, key: pair.key, minVersion: MIN_TLS_VERSION };
}

/** Tells whether the TLS handshake of a connection is complete: what is written before that is never sent. */
function secureSockets(server: Server): (socket: Duplex) => boolean {
  const secure = new WeakSet<object>();
  server.on('secureConnection', (socket: object) => secure.add(socket));
  return (socket) => secure.has(socket);
}

function isTlsServer(server: Server): server is Server & TlsServer {
  return 'setSecureContext' in server;
}
