import { createServer, type Server, type Socket } from 'node:net';
import type { Disposable } from '../lib/disposable.ts';
import { codeOf } from '../lib/errorCode.ts';
import { errorName } from '../lib/errorName.ts';
import { errorPlace } from '../lib/errorPlace.ts';
import type { Logger } from '../lib/logger.ts';
import { removeAddress, writeAddress } from './addressFile.ts';
import { exitCodes } from './exitCodes.ts';
import { LineReader } from './lineReader.ts';
import {
  CHUNK_MAX,
  type CommandAnswer,
  type CommandRequest,
  REQUEST_MAX,
  type RunRequest,
  readRequest,
  toLine,
} from './protocol.ts';
import { makeSocketPlace, type SocketPlace } from './socketPlace.ts';

/** Where a command writes. */
export interface CommandOutput {
  /** Its answer: standard output. */
  out(text: string): void;
  /** What is said about it: standard error. */
  err(text: string): void;
}

export interface CommandServerPorts {
  readonly userData: string;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly holder: 'app' | 'command';
  /** Runs a command and gives its exit code. The signal says that nobody waits for it any more. */
  readonly run: (request: RunRequest, output: CommandOutput, signal: AbortSignal) => Promise<number>;
  /** The app starts, and waits for this process to end. */
  readonly giveWay: () => void;
  /** So many bytes at random, as hexadecimal digits. */
  readonly randomHex: (bytes: number) => string;
  readonly logger: Logger;
}

const CONNECTIONS_MAX = 16;
const FIRST_LINE_WITHIN_MS = 5_000;
/** So much that was not taken means that nobody reads: the command is ended. */
const UNREAD_MAX = 64 * 1024 * 1024;

/** Takes commands of other processes of the same person. */
export class CommandServer implements Disposable {
  readonly #ports: CommandServerPorts;
  readonly #key: string;
  readonly #sockets = new Set<Socket>();
  readonly #runs = new Set<Promise<void>>();
  #server: Server | null = null;
  #place: SocketPlace | null = null;

  constructor(ports: CommandServerPorts) {
    this.#ports = ports;
    this.#key = ports.randomHex(32);
  }

  /** Listens from now on. Without a place to listen the app works, and commands are told that it cannot be reached. */
  start(): void {
    const { userData, platform, randomHex, logger } = this.#ports;
    const fail = (error: unknown) =>
      logger.warn('Commands are not taken', { error: errorName(error), code: codeOf(error) });
    try {
      const place = makeSocketPlace(userData, platform, randomHex(16));
      const server = createServer((socket) => this.#serve(socket));
      this.#place = place;
      this.#server = server;
      server.maxConnections = CONNECTIONS_MAX;
      server.on('error', fail);
      server.listen(place.path, () => {
        try {
          place.protect();
          writeAddress(userData, { path: place.path, key: this.#key });
        } catch (error) {
          fail(error);
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
    removeAddress(this.#ports.userData);
    for (const socket of this.#sockets) socket.destroy();
    this.#place?.remove();
  }

  /** Settles when no command runs. Never rejects. */
  async settled(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  #serve(socket: Socket): void {
    const reader = new LineReader(REQUEST_MAX);
    const ended = new AbortController();
    this.#sockets.add(socket);
    // Its end is seen at 'close'.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      ended.abort();
    });
    socket.setTimeout(FIRST_LINE_WITHIN_MS, () => socket.destroy());
    let isTaken = false;
    socket.on('data', (bytes: Buffer) => {
      const lines = reader.take(bytes);
      const [line] = lines ?? [];
      // One request a connection: whatever comes after it is not read.
      if (lines === null || (isTaken && lines.length > 0) || lines.length > 1) socket.destroy();
      else if (line !== undefined) {
        isTaken = true;
        socket.setTimeout(0);
        this.#answer(socket, readRequest(line, this.#key), ended.signal);
      }
    });
  }

  #answer(socket: Socket, request: CommandRequest | 'mismatch' | null, signal: AbortSignal): void {
    const { version, holder, giveWay, run } = this.#ports;
    if (request === null) socket.destroy();
    else if (request === 'mismatch') socket.end(toLine({ mismatch: version }));
    else if (request.ask.kind === 'giveWay') {
      socket.end(toLine({ holder }));
      giveWay();
    } else {
      socket.write(toLine({ taken: true }));
      const working = run(request.ask, outputTo(socket), signal)
        .catch((bug: unknown) => {
          const { logger } = this.#ports;
          logger.error('A command met a bug', { error: errorName(bug), place: errorPlace(bug) });
          return exitCodes.unreachable;
        })
        .then((exit) => {
          if (!socket.destroyed) socket.end(toLine({ exit }));
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
