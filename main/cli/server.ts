import { createServer, type Server, type Socket } from 'node:net';
import type { Disposable } from '#main/platform/disposable.ts';
import { codeOf, errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { AnswerWriter } from './answerWriter.ts';
import { ClientConnection } from './clientConnection.ts';
import {
  type CommandOutput,
  type CommandRequest,
  type Holder,
  PROTOCOL,
  type RunRequest,
  toLine,
} from './protocol.ts';
import {
  makeSocketPlace,
  removeAddress,
  type SocketPlace,
  type SocketPlaces,
  writeAddress,
} from './socket.ts';

export interface CommandServerPorts {
  readonly places: SocketPlaces;
  readonly version: string;
  readonly holder: Holder;
  /** Whether this process answers a request. If not, its client runs it, as if no process listened. */
  readonly isForHere: (request: RunRequest) => Promise<boolean>;
  /** Runs a command and returns its exit code. The signal aborts when the client has gone. */
  readonly run: (request: RunRequest, output: CommandOutput, signal: AbortSignal) => Promise<number>;
  /** The app is starting and waits for this process to end. */
  readonly giveWay: () => void;
  readonly randomHex: (bytes: number) => string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Maximum commands at the same time. */
const PROVEN_MAX = 16;
/** Maximum connections before the handshake. One more closes the oldest, so that idle connections block no command. */
export const UNPROVEN_MAX = 64;
/** Waits between attempts to listen: on Windows a virus scanner may hold the address file for a moment. The last one repeats. */
const RETRY_AFTER_MS = [250, 1000, 10_000, 60_000] as const;

/** Runs commands for other processes of the same user. */
export class CommandServer implements Disposable {
  readonly #ports: CommandServerPorts;
  readonly #key: string;
  readonly #unproven = new Set<ClientConnection>();
  readonly #proven = new Set<ClientConnection>();
  readonly #runs = new Set<Promise<void>>();
  #server: Server | null = null;
  #place: SocketPlace | null = null;
  #failures = 0;
  #retry: Disposable = { dispose: () => undefined };

  constructor(ports: CommandServerPorts) {
    this.#ports = ports;
    this.#key = ports.randomHex(32);
  }

  /** Starts listening. While that fails, the app still works, commands report that it cannot be reached, and it is tried again. */
  start(): void {
    const { places, randomHex } = this.#ports;
    try {
      const place = makeSocketPlace(places, randomHex(16));
      this.#place = place;
      // Written before the server listens, so that a client either has this key or can see that its key is old.
      writeAddress(places.userData, { path: place.path, key: this.#key });
      const server = createServer((socket) => this.#accept(socket, place.path));
      this.#server = server;
      const failed = (error: unknown) => {
        if (this.#server === server) this.#failed(error);
      };
      server.on('error', failed);
      server.listen(place.path, () => {
        try {
          place.protect();
        } catch (error) {
          failed(error);
        }
      });
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { logger, scheduler } = this.#ports;
    this.#close();
    if (this.#failures === 0)
      logger.warn('Commands are not taken', { error: errorName(error), code: codeOf(error) });
    const waitMs = RETRY_AFTER_MS[Math.min(this.#failures, RETRY_AFTER_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#retry = scheduler.after(waitMs, () => this.start());
  }

  dispose(): void {
    this.#retry.dispose();
    this.#close();
  }

  /** Ends the server and its connections, and removes its address and socket. */
  #close(): void {
    const place = this.#place;
    if (place === null) return;
    this.#server?.close();
    this.#server = null;
    this.#place = null;
    for (const connection of [...this.#unproven, ...this.#proven]) connection.end();
    for (const remove of [() => removeAddress(this.#ports.places.userData), place.remove]) {
      try {
        remove();
      } catch {
        // What is left leads to nobody, and the next start replaces it.
      }
    }
  }

  /** Settles when no command is running. Never rejects. */
  async settled(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  #accept(socket: Socket, path: string): void {
    const { version, randomHex, scheduler } = this.#ports;
    const connection: ClientConnection = new ClientConnection(socket, {
      handshake: { key: this.#key, path, serverNonce: randomHex(32), protocol: PROTOCOL, version },
      scheduler,
      prove: () => this.#unproven.delete(connection) && this.#admit(connection),
      request: (request, signal) => this.#answer(socket, request, signal),
      closed: () => {
        this.#unproven.delete(connection);
        this.#proven.delete(connection);
      },
    });
    this.#unproven.add(connection);
    const [oldest] = this.#unproven;
    if (this.#unproven.size > UNPROVEN_MAX) oldest?.end();
  }

  #admit(connection: ClientConnection): boolean {
    if (this.#proven.size >= PROVEN_MAX) return false;
    this.#proven.add(connection);
    return true;
  }

  #answer(socket: Socket, { ask }: CommandRequest, signal: AbortSignal): void {
    const { holder, giveWay } = this.#ports;
    if (ask.kind === 'giveWay') {
      socket.end(toLine({ holder }));
      giveWay();
    } else {
      const working = this.#run(socket, ask, signal).finally(() => this.#runs.delete(working));
      this.#runs.add(working);
    }
  }

  /** Never rejects. */
  async #run(socket: Socket, request: RunRequest, signal: AbortSignal): Promise<void> {
    const { isForHere, run, scheduler, logger } = this.#ports;
    const output = new AnswerWriter(socket, scheduler);
    try {
      if (!(await isForHere(request))) return void socket.end();
      socket.write(toLine({ taken: true }));
      await output.end({ exit: await run(request, output, signal) });
    } catch (bug) {
      logger.error('A command met a bug', { error: errorName(bug), place: stackSummary(bug) });
      await output.end({ failed: true });
    }
  }
}
