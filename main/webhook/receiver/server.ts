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
import type { ConnectionSlots } from './connectionSlots.ts';
import type { ReceiverLimits } from './receiverLimits.ts';
import { MIN_TLS_VERSION, type TlsPair } from './tlsFiles.ts';

/** Who answers what comes in. What is given back is of no use, but a promise is waited for, to hear of bugs. */
export interface RequestHandler {
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  /** As `handle`, when the sender waits for a word before it sends the body (RFC 9110, section 10.1.1). */
  expectContinue(request: IncomingMessage, response: ServerResponse): unknown;
  /**
   * What came is no request, took too long (`ERR_HTTP_REQUEST_TIMEOUT`), or is no TLS. Answers if it can, and closes
   * the connection; one that it leaves open is closed after `silenceMs`.
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

/** An HTTP server under the limits, not listening yet; HTTPS when there is a pair. */
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
  // Those that have to go are still counted until the end of the turn in which others took their places.
  server.maxConnections = 2 * limits.unverified + limits.signed;
  server.on('drop', dropped);
  server.timeout = limits.silenceMs;
  // Otherwise Node leaves out what goes beyond 2,000 without a word, and with it a header that is there twice.
  server.maxHeadersCount = 0;
  // The second request on one connection is not handled: after the first the connection ends.
  server.maxRequestsPerSocket = 1;
  const answerWith =
    (answer: (request: IncomingMessage, response: ServerResponse) => unknown) =>
    async (request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
      try {
        await answer(request, response);
      } catch (bug) {
        logger.error('A request met a bug', { error: errorName(bug), place: stackSummary(bug) });
        // The sender must not take it for a success.
        if (response.headersSent) response.destroy();
        else response.writeHead(503).end();
      }
    };
  const handle = answerWith((request, response) => handler.handle(request, response));
  server.on('request', handle);
  server.on('checkExpectation', handle);
  server.on(
    'checkContinue',
    answerWith((request, response) => handler.expectContinue(request, response)),
  );
  const isReadable = tls === null ? () => true : secureSockets(server);
  server.on('clientError', (error, socket) => {
    handler.clientError(error, socket);
    if (!isReadable(socket)) socket.destroy();
    if (socket.destroyed) return;
    // Node no longer watches over it, and it would hold its place for as long as the other end likes.
    const limit = scheduler.after(limits.silenceMs, () => socket.destroy());
    socket.once('close', () => limit.dispose());
  });
  return server;
}

/** Lets an HTTPS server use another pair from the next connection on. */
export function setTlsPair(server: Server, pair: TlsPair): void {
  if (isTlsServer(server)) server.setSecureContext(secureOptions(pair));
}

function serverOptions(limits: ReceiverLimits): ServerOptions {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    // No connection is kept after an answer; should one be, not for longer than this.
    keepAliveTimeout: 1,
    keepAliveTimeoutBuffer: 0,
    maxHeaderSize: limits.headBytes,
    insecureHTTPParser: false,
    // The handler wants to see and to log such requests.
    requireHostHeader: false,
  };
}

function secureOptions(
  pair: TlsPair,
): Pick<TlsOptions & SecureContextOptions, 'cert' | 'key' | 'minVersion'> {
  return { cert: pair.cert, key: pair.key, minVersion: MIN_TLS_VERSION };
}

/** Tells the connections whose handshake ended: what is written to others is never sent. */
function secureSockets(server: Server): (socket: Duplex) => boolean {
  const secure = new WeakSet<object>();
  server.on('secureConnection', (socket: object) => secure.add(socket));
  return (socket) => secure.has(socket);
}

function isTlsServer(server: Server): server is Server & TlsServer {
  return 'setSecureContext' in server;
}
