import type { Socket } from 'node:net';
import type { ReceiverLimits } from './receiverLimits.ts';

/** A connection of which nothing is known, or which has its answer. */
interface Unverified {
  readonly socket: Socket;
  readonly dropped: () => void;
}

/** A connection with a signed head, whose body is still to come. */
interface Signed extends Unverified {
  readonly giveUp: () => void;
  /** Of the body, so far. */
  bytes: number;
}

type SlotLimits = Pick<ReceiverLimits, 'unverified' | 'signed' | 'bodyBytes'>;

/**
 * Who may stay connected. Strangers and signed senders have places of their own, so that neither takes those of the
 * other. Where all are taken, the next one still comes in, and the oldest that has not sent what it is there for has to
 * go: honest senders are through within moments, and those who only hold places are the oldest. What is being kept is
 * never let go.
 *
 * A connection is known by its addresses, as the socket of TLS is another object than the one below it.
 */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  /** All three by address, oldest first. */
  readonly #unverified = new Map<string, Unverified>();
  readonly #signed = new Map<string, Signed>();
  readonly #keeping = new Map<string, Unverified>();
  #bytes = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Takes a connection in. @param dropped called when it has to go before it was signed */
  accepted(socket: Socket, dropped: () => void): void {
    const key = slotKey(socket);
    socket.once('close', () => this.#forget(key));
    this.#admit(key, { socket, dropped });
  }

  /**
   * The head of a connection is signed: from now on it has a place among those.
   * @param giveUp ends the request when its place is needed
   * @returns `false` when there is none, as all of them are being kept
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

  /** So much of its body is in memory. Of too much in all, those with the most have to go. */
  holds(socket: Socket, bytes: number): void {
    const connection = this.#signed.get(slotKey(socket));
    if (connection === undefined) return;
    this.#bytes += bytes - connection.bytes;
    connection.bytes = bytes;
    while (this.#bytes > this.#limits.bodyBytes) largest(this.#signed.values()).giveUp();
  }

  /** Its body is whole: it stays until it has its answer. */
  keeping(socket: Socket): void {
    const key = slotKey(socket);
    const connection = this.#signed.get(key);
    if (connection === undefined) return;
    this.#removeSigned(key, connection);
    this.#keeping.set(key, connection);
  }

  /** It has its answer: how long it stays open is up to the other end, as with a stranger. */
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

function slotKey(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`;
}

function largest(connections: Iterable<Signed>): Signed {
  return [...connections].reduce((most, connection) => (connection.bytes > most.bytes ? connection : most));
}
