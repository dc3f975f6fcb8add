import { createServer, type Server, type Socket } from 'node:net';
import type { Disposable } from '#main/platform/disposable.ts';
import { codeOf, errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { CommandConnection } from './commandConnection.ts';
import {
  makeSocketPlace,
  removeAddress,
  type SocketPlace,
  type SocketPlaces,
  writeAddress,
} from './commandSocket.ts';
import {
  CHUNK_MAX,
  type CommandAnswer,
  type CommandRequest,
  PROTOCOL,
  type RunRequest,
  toLine,
} from './protocol.ts';

/** Where a command writes. */
export interface CommandOutput {
  /** Its answer: standard output. */
  out(text: string): void;
  /** What is said about it: standard error. */
  err(text: string): void;
}

export interface CommandServerPorts {
  readonly places: SocketPlaces;
  readonly version: string;
  readonly holder: 'app' | 'command';
  /** Runs a command and gives its exit code. The signal says that nobody waits for it any more. */
  readonly run: (request: RunRequest, output: CommandOutput, signal: AbortSignal) => Promise<number>;
  /** The app starts, and waits for this process to end. */
  readonly giveWay: () => void;
  /** Random bytes as hexadecimal digits. */
  readonly randomHex: (bytes: number) => string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Commands at the same time. */
const PROVEN_MAX = 16;
/** Connections that have not proven themselves yet. One more ends the oldest, so that they keep no command out. */
export const UNPROVEN_MAX = 64;
/** So much that was not taken means that nobody reads: the command is ended. */
const UNREAD_MAX = 64 * 1024 * 1024;

/** Takes commands of other processes of the same person. */
export class CommandServer implements Disposable {
  readonly #ports: CommandServerPorts;
  readonly #key: string;
  readonly #unproven = new Set<CommandConnection>();
  readonly #proven = new Set<CommandConnection>();
  readonly #runs = new Set<Promise<void>>();
  #server: Server | null = null;
  #place: SocketPlace | null = null;

  constructor(ports: CommandServerPorts) {
    this.#ports = ports;
    this.#key = ports.randomHex(32);
  }

  /** Listens from now on. Without a place to listen the app works, and commands are told that it cannot be reached. */
  start(): void {
    const { places, randomHex, logger } = this.#ports;
    const fail = (error: unknown) =>
      logger.warn('Commands are not taken', { error: errorName(error), code: codeOf(error) });
    const giveUp = (error: unknown) => {
      removeAddress(places.userData);
      fail(error);
    };
    try {
      const place = makeSocketPlace(places, randomHex(16));
      const server = createServer((socket) => this.#accept(socket, place.path));
      this.#place = place;
      this.#server = server;
      server.on('error', giveUp);
      // Before the server listens: a command that reaches it has either this key or can see that its own is an old one.
      writeAddress(places.userData, { path: place.path, key: this.#key });
      server.listen(place.path, () => {
        try {
          place.protect();
        } catch (error) {
          giveUp(error);
        }
      });
    } catch (error) {
      fail(error);
    }
  }

  /** Ends every command that runs. */
  dispose(): void {
    if (this.#server === null) return;
    this.#server.close();
    this.#server = null;
    removeAddress(this.#ports.places.userData);
    for (const connection of [...this.#unproven, ...this.#proven]) connection.end();
    this.#place?.remove();
  }

  /** Settles when no command runs. Never rejects. */
  async settled(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  #accept(socket: Socket, path: string): void {
    const { version, randomHex, scheduler } = this.#ports;
    const connection: CommandConnection = new CommandConnection(socket, {
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

  #admit(connection: CommandConnection): boolean {
    if (this.#proven.size >= PROVEN_MAX) return false;
    this.#proven.add(connection);
    return true;
  }

  #answer(socket: Socket, { ask }: CommandRequest, signal: AbortSignal): void {
    const { holder, giveWay, run } = this.#ports;
    if (ask.kind === 'giveWay') {
      socket.end(toLine({ holder }));
      giveWay();
    } else {
      socket.write(toLine({ taken: true }));
      const working = run(ask, outputTo(socket), signal)
        .catch((bug: unknown) => {
          const { logger } = this.#ports;
          logger.error('A command met a bug', { error: errorName(bug), place: stackSummary(bug) });
          return null;
        })
        .then((exit) => {
          if (!socket.destroyed) socket.end(toLine(exit === null ? { failed: true } : { exit }));
          this.#runs.delete(working);
        });
      this.#runs.add(working);
    }
  }
}

function outputTo(socket: Socket): CommandOutput {
  const send = (answer: CommandAnswer) => {
    if (socket.destroyed) return;
    socket.write(toLine(answer));
    if (socket.writableLength > UNREAD_MAX) socket.destroy();
  };
  const inChunks = (text: string, answer: (chunk: string) => CommandAnswer) => {
    // Between two halves of a character JSON is still whole: it escapes them.
    for (let start = 0; start < text.length; start += CHUNK_MAX)
      send(answer(text.slice(start, start + CHUNK_MAX)));
  };
  return {
    out: (text) => inChunks(text, (out) => ({ out })),
    err: (text) => inChunks(text, (chunk) => ({ err: chunk })),
  };
}
