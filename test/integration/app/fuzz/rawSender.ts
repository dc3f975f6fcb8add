import { connect, type Socket } from 'node:net';

/** Bytes to be sent over a connection of their own. */
export interface RawRequest {
  readonly bytes: Buffer;
  /**
   * When the sender ends its side: at once where more is announced than will come, after a while where it may be so, and
   * never where the request is whole, since the receiver could not answer any more.
   */
  readonly ends: 'atOnce' | 'whenUnanswered' | 'never';
}

/** Below the receiver's connection limit, because an answered one may not be closed there yet. */
const AT_ONCE = 44;
/** A sender without an answer for this time ends its side: the receiver may be waiting for more. */
const PATIENCE_MS = 40;
const GIVE_UP_MS = 15_000;
const SWEEP_MS = 20;

const STATUS = /HTTP\/1\.1 ([2-5]\d\d) /u;
/** The first packet has the start of the answer; the rest does not matter. */
const received = Buffer.alloc(2_048);

/**
 * Sends many requests, each over its own connection, and does not wait longer than until the answer begins.
 * @param next returns the next request, or `null` at the end
 * @param heard called with the status, or `null` if the connection ended without one
 */
export function sendAll<Request extends RawRequest>(
  port: number,
  next: () => Request | null,
  heard: (request: Request, status: number | null) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const open = new Map<Socket, { readonly since: number; readonly ends: RawRequest['ends'] }>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, { since, ends }] of open) {
      if (now - since > GIVE_UP_MS) socket.destroy();
      else if (ends === 'whenUnanswered' && now - since > PATIENCE_MS && !socket.writableEnded) socket.end();
    }
  }, SWEEP_MS);
  const sendOne = () => {
    const request = next();
    if (request === null) {
      if (open.size > 0) return;
      clearInterval(sweep);
      resolve();
      return;
    }
    let status: number | null = null;
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: received,
        callback: (length) => {
          const found = STATUS.exec(received.toString('latin1', 0, Math.min(length, 64)));
          if (found === null) return true;
          status = Number(found[1]);
          socket.destroy();
          return true;
        },
      },
    });
    open.set(socket, { since: performance.now(), ends: request.ends });
    // A receiver may close while this still sends.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      try {
        heard(request, status);
        sendOne();
      } catch (error) {
        clearInterval(sweep);
        reject(error);
      }
    });
    if (request.ends === 'atOnce') socket.end(request.bytes);
    else socket.write(request.bytes);
  };
  for (let count = 0; count < AT_ONCE; count += 1) sendOne();
  return promise;
}
