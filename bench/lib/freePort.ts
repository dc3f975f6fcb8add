import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this computer that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
