import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { serve, type TestServer } from './support.ts';

/** A proxy that connects every tunnel to one local port, whatever the requested host. */
export interface TestProxy extends TestServer {
  /** `host:port` of every requested tunnel, in order. */
  readonly tunnels: readonly string[];
}

/** An HTTP proxy for CONNECT only. With `refuseWith` it answers that status instead of a tunnel; 0: no answer. */
export async function serveConnectProxy(
  targetPort: number,
  refuseWith?: number,
  createProxy: (listener: RequestListener) => HttpServer = (listener) => createHttpServer(listener),
): Promise<TestProxy> {
  const tunnels: string[] = [];
  const server = createProxy((_request, response) => {
    response.writeHead(405).end();
  });
  server.on('connect', (request, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    tunnels.push(request.url ?? '');
    if (refuseWith === 0) return;
    if (refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${refuseWith} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    join(socket, targetPort, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'), head);
  });
  return Object.assign(await serve(server), { tunnels });
}

/** A SOCKS5 proxy without authentication (RFC 1928), for CONNECT to host names only. */
export async function serveSocksProxy(targetPort: number): Promise<TestProxy> {
  const tunnels: string[] = [];
  const server = createServer((socket: Socket) => {
    // Greeting, then request: each comes in one piece on a loopback connection.
    socket.once('data', () => {
      socket.once('data', (request: Buffer) => {
        const nameLength = request[4] ?? 0;
        const name = request.subarray(5, 5 + nameLength).toString('latin1');
        tunnels.push(`${name}:${request.readUInt16BE(5 + nameLength)}`);
        join(socket, targetPort, () => socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])));
      });
      socket.write(Buffer.from([5, 0]));
    });
  });
  return Object.assign(await serve(server), { tunnels });
}

function join(socket: Duplex, targetPort: number, onConnected: () => void, head?: Buffer): void {
  const target = connect(targetPort, '127.0.0.1', () => {
    onConnected();
    if (head !== undefined) target.write(head);
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}
