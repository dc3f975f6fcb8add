import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { RequestHandler, ServerPorts } from './server.ts';
import type { TlsPair } from './tlsFiles.ts';

export interface ListenerPorts extends Omit<ServerPorts, 'dropped'> {
  /** Loads what answers requests. */
  readonly handler: () => Promise<RequestHandler>;
}

export interface Listener {
  readonly port: number;
  /** Uses another certificate and key for new connections. */
  setTls(pair: TlsPair): void;
  /** Stops listening at once, gives requests in flight `closeMs`, and settles when every connection is closed. */
  close(): Promise<void>;
}

/** Listens exclusively. The error is the system's code, such as `EADDRINUSE`. @param tls `null`: plain HTTP */
export async function openListener(
  place: { readonly address: string; readonly port: number },
  tls: TlsPair | null,
  ports: ListenerPorts,
): Promise<Result<Listener, string>> {
  const { limits, logger, scheduler } = ports;
  // With Node's HTTP, which a start does not wait for: its module loads fetch as well.
  const { createReceiverServer, setTlsPair } = await import('./server.ts');
  const handler = await ports.handler();
  const drops = new DropLog(scheduler, logger);
  const server = createReceiverServer(handler, tls, { ...ports, dropped: () => drops.dropped() });
  const sockets = openSockets(server);
  try {
    server.listen({ host: place.address, port: place.port, exclusive: true, backlog: limits.backlog });
    await once(server, 'listening');
  } catch (error) {
    return err(codeOf(error));
  }
  // A connection could not be accepted, for instance for lack of file descriptors. The server goes on.
  server.on('error', (error) => logger.warn('The receiver could not accept', { code: codeOf(error) }));
  const closed = once(server, 'close');
  const bound = server.address();
  return ok({
    port: bound === null || typeof bound === 'string' ? place.port : bound.port,
    setTls: (pair) => setTlsPair(server, pair),
    async close() {
      drops.dispose();
      server.close();
      const limit: Disposable = scheduler.after(limits.closeMs, () => {
        for (const socket of [...sockets]) socket.destroy();
      });
      await closed;
      limit.dispose();
    },
  });
}

/** All open connections. The server's own methods do not know those in the middle of a TLS handshake. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}

const INTERVAL_MS = 60_000;

/** Logs dropped connections: the first at once, then their count at most once a minute. */
export class DropLog implements Disposable {
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  #count = 0;
  #pause: Disposable | null = null;

  constructor(scheduler: Scheduler, logger: Logger) {
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  dropped(): void {
    this.#count += 1;
    if (this.#pause === null) this.#write();
  }

  dispose(): void {
    this.#pause?.dispose();
  }

  #write(): void {
    this.#logger.warn('Connections over the limit of the receiver were dropped', { count: this.#count });
    this.#count = 0;
    this.#pause = this.#scheduler.after(INTERVAL_MS, () => {
      this.#pause = null;
      if (this.#count > 0) this.#write();
    });
  }
}
