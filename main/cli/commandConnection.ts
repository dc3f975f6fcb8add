import type { Socket } from 'node:net';
import type { Scheduler } from '#main/platform/time.ts';
import {
  type CommandRequest,
  clientProofSchema,
  type Handshake,
  helloSchema,
  isProofOf,
  LineReader,
  PROOF_MAX,
  proofOf,
  REQUEST_MAX,
  readMessage,
  requestSchema,
  toLine,
} from './protocol.ts';

export interface CommandConnectionPorts {
  /** Without the nonce of the command. `serverNonce` is for this connection alone. */
  readonly handshake: Omit<Handshake, 'clientNonce'>;
  readonly scheduler: Scheduler;
  /** The command knows the key. @returns whether there is a place for it */
  readonly prove: () => boolean;
  /** Its one request. The signal says that the connection has ended. */
  readonly request: (request: CommandRequest, signal: AbortSignal) => void;
  readonly closed: () => void;
}

/** The next line of a connection is due within this time. */
export const STEP_WITHIN_MS = 5_000;

/** The server's side of one connection: the proofs, then one request. Anything else ends it without a word. */
export class CommandConnection {
  readonly #socket: Socket;
  readonly #ports: CommandConnectionPorts;
  readonly #reader = new LineReader(PROOF_MAX);
  readonly #ended = new AbortController();
  #limit: { dispose(): void } | null = null;
  #next: (line: string) => boolean;

  constructor(socket: Socket, ports: CommandConnectionPorts) {
    this.#socket = socket;
    this.#ports = ports;
    this.#next = (line) => this.#hello(line);
    // Its end is seen at 'close'.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#limit?.dispose();
      this.#ended.abort();
      ports.closed();
    });
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#limitStep();
  }

  /** Ends the connection, and the command that runs for it. */
  end(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    for (const line of this.#reader.take(bytes)) {
      if (line !== null && this.#next(line)) continue;
      this.end();
      break;
    }
  }

  #hello(line: string): boolean {
    const hello = readMessage(helloSchema, line);
    if (hello === null) return false;
    const handshake = { ...this.#ports.handshake, clientNonce: hello.nonce };
    const { protocol, version, serverNonce: nonce } = handshake;
    this.#socket.write(toLine({ protocol, version, nonce, proof: proofOf('server', handshake) }));
    this.#next = (answer) => this.#proof(answer, handshake);
    this.#limitStep();
    return true;
  }

  #proof(line: string, handshake: Handshake): boolean {
    const proof = readMessage(clientProofSchema, line)?.proof;
    if (proof === undefined || !isProofOf('client', handshake, proof) || !this.#ports.prove()) return false;
    this.#reader.max = REQUEST_MAX;
    this.#next = (request) => this.#request(request);
    this.#limitStep();
    return true;
  }

  #request(line: string): boolean {
    const request = readMessage(requestSchema, line);
    if (request === null) return false;
    this.#limit?.dispose();
    // One request a connection.
    this.#next = () => false;
    this.#ports.request(request, this.#ended.signal);
    return true;
  }

  #limitStep(): void {
    this.#limit?.dispose();
    this.#limit = this.#ports.scheduler.after(STEP_WITHIN_MS, () => this.end());
  }
}
