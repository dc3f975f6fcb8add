import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/** An answer brought far more framing than content: interim answers, chunk extensions, tiny pieces. */
export class WireBudgetError extends Error {
  override readonly name = 'WireBudgetError';
  readonly code = 'WIRE_BUDGET';

  constructor() {
    super('The answer is far larger than its content');
  }
}

/** Headers, a few interim answers, and the framing of a short body. */
const SPARE_BYTES = 64 * 1024;
const SPARE_PIECES = 1_000;
/** Beyond the spare ones, a piece has this many bytes on average. A packet of a slow network has 500. */
const PIECE_BYTES = 128;
/** Servers send two tickets for a later connection (RFC 8446, section 4.6.1). */
const MAX_TICKETS = 64;

/** Pieces that a body of this size may come in: each costs a turn of the parser, whatever is in it. */
export function mostPieces(bodyBytes: number): number {
  return SPARE_PIECES + Math.ceil(bodyBytes / PIECE_BYTES);
}

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
        watch(socket, bodyBytes);
        callback(null, socket);
      } else callback(error ?? new Error('No connection'), null);
    });
}

function watch(socket: Socket | TLSSocket, bodyBytes: number): void {
  const maxBytes = 2 * bodyBytes + SPARE_BYTES;
  const maxPieces = mostPieces(maxBytes);
  let written = -1;
  let bytes = 0;
  let pieces = 0;
  const push = socket.push.bind(socket);
  // Counts whatever is read later, without starting to read: a listener for data would.
  socket.push = (piece: unknown, encoding?: BufferEncoding) => {
    if (socket.bytesWritten !== written) {
      // Each request has its own budget; nothing else is written.
      written = socket.bytesWritten;
      bytes = 0;
      pieces = 0;
    }
    bytes += piece instanceof Uint8Array ? piece.length : 0;
    pieces += 1;
    if (bytes <= maxBytes && pieces <= maxPieces) return push(piece, encoding);
    socket.destroy(new WireBudgetError());
    return false;
  };
  let tickets = 0;
  socket.on('session', () => {
    tickets += 1;
    if (tickets > MAX_TICKETS) socket.destroy(new WireBudgetError());
  });
}
