import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A session bus that takes connections and says nothing, until it is let through to a real one. */
export interface SlowBus {
  readonly address: string;
  /** Answers everything that was asked, and goes on without delay. */
  answer(): void;
  stop(): void;
}

/**
 * Starts one before a real bus.
 * @param address of the real one, which has a path
 * @param folder for its socket
 */
export async function startSlowBus(address: string, folder: string): Promise<SlowBus> {
  const real = /unix:path=([^,]+)/u.exec(address)?.[1] ?? '';
  const sockets: Socket[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket));
  const path = join(folder, 'slow-bus');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    address: `unix:path=${path}`,
    answer: () => {
      for (const socket of sockets) {
        const behind = connect(real);
        for (const [one, other] of [
          [socket, behind],
          [behind, socket],
        ] as const)
          one.on('error', () => other.destroy());
        socket.pipe(behind).pipe(socket);
      }
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
