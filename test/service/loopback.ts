import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on a port of 127.0.0.1 (0: any free one) and returns the port. Rejects if it is taken. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address');
  return address.port;
}

/** Closes the connections of the server and waits until its port is free. */
export async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
