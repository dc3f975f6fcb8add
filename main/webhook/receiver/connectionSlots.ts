import type { Socket } from 'node:net';
import type { ReceiverLimits } from './receiverLimits.ts';

/** A connection without a verified head, or one that has been answered. */
interface Unverified {
  readonly socket: Socket;
  readonly dropped: () => void;
}

/** A connection with a signed head, whose body is still being read. */
interface Signed extends Unverified {
  readonly giveUp: () => void;
  /** Of the body received so far. */
  bytes: number;
}

type SlotLimits = Pick<ReceiverLimits, 'unverified' | 'signed' | 'bodyBytes'>;

/**
 * Limits the open connections. Unverified connections and signed senders have separate slots, so that neither kind can
 * use up those of the other. When all slots are taken, a new connection replaces the oldest one that is still
 * incomplete: honest senders finish within moments. Connections whose delivery is being stored are never dropped.
 */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  /** All three maps: by `slotKey`, oldest first. */
  readonly #unverified = new Map<string, Unverified>();
  readonly #signed = new Map<string, Signed>();
  readonly #keeping = new Map<string, Unverified>();
  #bytes = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Adds a new connection. @param dropped called if it is dropped before its head was verified */
  accepted(socket: Socket, dropped: () => void): void {
    const key = slotKey(socket);
    // A client may use the port of a connection that was reset before the `close` event of the old socket.
    this.#forget(key);
    socket.once('close', () => {
      const current = this.#unverified.get(key) ?? this.#signed.get(key) ?? this.#keeping.get(key);
      if (current?.socket === socket) this.#forget(key);
    });
    this.#admit(key, { socket, dropped });
  }

  /**
   * Moves a connection to the slots of signed senders.
   * @param giveUp ends its request when the slot is needed
   * @returns `false`: no slot is free, as every delivery is being stored
   */
  signed(socket: Socket, giveUp: () => void): boolean {
    const key = slotKey(socket);
    const connection = this.#unverified.get(key);
    if (connection === undefined) return false;
    if (this.#signed.size + this.#keeping.size >= this.#limits.signed) {
      const [oldest] = this.#signed.values();
      if (oldest === undefined) return false;
      oldest.giveUp();
    }
    this.#unverified.delete(key);
    this.#signed.set(key, { ...connection, giveUp, bytes: 0 });
    return true;
  }

  /** Updates the bytes of a body held in memory. Over the total limit, the largest bodies are given up. */
  holds(socket: Socket, bytes: number): void {
    const connection = this.#signed.get(slotKey(socket));
    if (connection === undefined) return;
    this.#bytes += bytes - connection.bytes;
    connection.bytes = bytes;
    while (this.#bytes > this.#limits.bodyBytes) largest([...this.#signed.values()]).giveUp();
  }

  /** The body is complete: the connection stays until it is answered. */
  keeping(socket: Socket): void {
    const key = slotKey(socket);
    const connection = this.#signed.get(key);
    if (connection === undefined) return;
    this.#removeSigned(key, connection);
    this.#keeping.set(key, connection);
  }

  /** The request is answered: the connection counts as unverified until the other end closes it. */
  settled(socket: Socket): void {
    const key = slotKey(socket);
    const known = this.#signed.get(key) ?? this.#keeping.get(key);
    if (known === undefined) return;
    this.#forget(key);
    this.#admit(key, known);
  }

  #admit(key: string, connection: Unverified): void {
    const [oldest] = this.#unverified;
    if (oldest !== undefined && this.#unverified.size >= this.#limits.unverified) {
      const [of, { socket, dropped }] = oldest;
      this.#unverified.delete(of);
      socket.destroy();
      dropped();
    }
    this.#unverified.set(key, connection);
  }

  #forget(key: string): void {
    this.#unverified.delete(key);
    this.#keeping.delete(key);
    const connection = this.#signed.get(key);
    if (connection !== undefined) this.#removeSigned(key, connection);
  }

  #removeSigned(key: string, connection: Signed): void {
    this.#signed.delete(key);
    this.#bytes -= connection.bytes;
  }
}

/** A TLS socket and the TCP socket below it are different objects with the same addresses. */
function slotKey(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`;
}

function largest(connections: readonly Signed[]): Signed {
  return connections.reduce((most, connection) => (connection.bytes > most.bytes ? connection : most));
}
