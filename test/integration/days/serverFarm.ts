import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { fingerprintOf, pairIn, type ServedPair } from './folderPair.ts';

/** A server with TLS on this computer that reads its files when it starts and when it is reloaded. */
export class FarmServer {
  readonly folder: string;
  readonly port: number;
  /** The fingerprint of every leaf that it ever sent. */
  readonly sent = new Set<string>();
  /** The fingerprint of the leaf that it sends now. */
  sends = '';
  isUp = true;
  /** When it changed last, monotonic ms. */
  changedAt = 0;
  readonly #now: () => number;
  #server: Server | null = null;
  #pair: ServedPair;
  readonly #sockets: Set<Socket>;

  private constructor(folder: string, port: number, pair: ServedPair, farm: FarmParts) {
    this.folder = folder;
    this.port = port;
    this.#pair = pair;
    this.#sockets = farm.sockets;
    this.#now = farm.now;
  }

  static async start(folder: string, pair: ServedPair, farm: FarmParts): Promise<FarmServer> {
    const server = await listen(pair, 0, farm.sockets);
    const started = new FarmServer(folder, (server.address() as AddressInfo).port, pair, farm);
    started.#server = server;
    started.#note(pair);
    return started;
  }

  /** Takes the files of its folder, or keeps what it has if a server would refuse them. */
  reload(): void {
    this.serve(pairIn(this.folder) ?? this.#pair);
  }

  /** Sends this from now on. */
  serve(pair: ServedPair): void {
    this.#server?.setSecureContext(pair);
    this.#note(pair);
  }

  stop(): void {
    this.#server?.close();
    this.#server = null;
    this.isUp = false;
    this.changedAt = this.#now();
  }

  /** Starts again, with the files that its folder has now. */
  async restart(): Promise<void> {
    if (this.#server !== null) return;
    this.#server = await listen(this.#pair, this.port, this.#sockets);
    this.isUp = true;
    this.reload();
  }

  #note(pair: ServedPair): void {
    const sends = fingerprintOf(pair.cert);
    this.#pair = pair;
    if (sends !== this.sends) this.changedAt = this.#now();
    this.sends = sends;
    this.sent.add(sends);
  }
}

interface FarmParts {
  readonly sockets: Set<Socket>;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** The servers of a life. */
export class ServerFarm {
  readonly servers: FarmServer[] = [];
  readonly #parts: FarmParts;

  /** @param now monotonic ms */
  constructor(now: () => number) {
    this.#parts = { sockets: new Set(), now };
  }

  /** Connections that are open. */
  get busy(): number {
    return this.#parts.sockets.size;
  }

  /** Starts a server of a folder; `null`: its files are no pair. */
  async start(folder: string): Promise<FarmServer | null> {
    const pair = pairIn(folder);
    if (pair === null) return null;
    const server = await FarmServer.start(folder, pair, this.#parts);
    this.servers.push(server);
    return server;
  }

  close(): void {
    for (const server of this.servers) server.stop();
    for (const socket of this.#parts.sockets) socket.destroy();
  }
}

async function listen(pair: ServedPair, port: number, sockets: Set<Socket>): Promise<Server> {
  const server = createServer({ ...pair }, (socket) => socket.on('error', () => undefined).end());
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
