import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { WireBudget, WireBudgetError } from '#main/platform/wireBudget.ts';

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
