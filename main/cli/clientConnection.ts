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
  REQUEST_LINE_MAX,
  readMessage,
  requestSchema,
  toLine,
} from './protocol.ts';

export interface ClientConnectionPorts {
  /** The handshake without the client's nonce. `serverNonce` is unique to this connection. */
  readonly handshake: Omit<Handshake, 'clientNonce'>;
  readonly scheduler: Scheduler;
  /** The client has proven that it knows the key. @returns whether another command may run */
  readonly prove: () => boolean;
  /** The only request of the connection. The signal aborts when the connection ends. */
  readonly request: (request: CommandRequest, signal: AbortSignal) => void;
  readonly closed: () => void;
}

/** Timeout in ms for the next line of a connection. */
export const STEP_WITHIN_MS = 5_000;

/** Server side of one connection: handshake, then one request. Closes the connection on anything else. */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #ports: ClientConnectionPorts;
  readonly #reader = new LineReader(PROOF_MAX);
  readonly #ended = new AbortController();
  #limit: { dispose(): void } | null = null;
  #next: (line: string) => boolean;

  constructor(socket: Socket, ports: ClientConnectionPorts) {
    this.#socket = socket;
    this.#ports = ports;
    this.#next = (line) => this.#hello(line);
    // 'close' follows and does the work.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#limit?.dispose();
      this.#ended.abort();
      ports.closed();
    });
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#limitStep();
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#reader.take(bytes, (line) => {
      const goesOn = line !== null && this.#next(line);
      if (!goesOn) this.end();
      return goesOn;
    });
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
    this.#reader.max = REQUEST_LINE_MAX;
    this.#next = (request) => this.#request(request);
    this.#limitStep();
    return true;
  }

  #request(line: string): boolean {
    const request = readMessage(requestSchema, line);
    if (request === null) return false;
    this.#limit?.dispose();
    // One request per connection.
    this.#next = () => false;
    this.#ports.request(request, this.#ended.signal);
    return true;
  }

  #limitStep(): void {
    this.#limit?.dispose();
    this.#limit = this.#ports.scheduler.after(STEP_WITHIN_MS, () => this.end());
  }
}
