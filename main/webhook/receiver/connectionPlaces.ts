import type { Socket } from 'node:net';
import type { ReceiverLimits } from './receiverLimits.ts';

/** A connection of which nothing is known, or which has its answer. */
interface Stranger {
  readonly socket: Socket;
  readonly dropped: () => void;
}

/** A connection with a signed head, whose body is still to come. */
interface Reader extends Stranger {
  readonly giveUp: () => void;
  /** Of the body, so far. */
  bytes: number;
}

type PlaceLimits = Pick<ReceiverLimits, 'strangers' | 'signed' | 'bodyBytes'>;

/**
 * Who may stay connected. Strangers and signed senders have places of their own, so that neither takes those of the
 * other. Where all are taken, the next one still comes in, and the oldest that has not sent what it is there for has to
 * go: honest senders are through within moments, and those who only hold places are the oldest. What is being kept is
 * never let go.
 *
 * A connection is known by its addresses, as the socket of TLS is another object than the one below it.
 */
export class ConnectionPlaces {
  readonly #limits: PlaceLimits;
  /** All three by address, oldest first. */
  readonly #strangers = new Map<string, Stranger>();
  readonly #readers = new Map<string, Reader>();
  readonly #keeping = new Map<string, Stranger>();
  #bytes = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a connection in. @param dropped called when it has to go before it was signed */
  accepted(socket: Socket, dropped: () => void): void {
    const place = placeOf(socket);
    socket.once('close', () => this.#forget(place));
    this.#admit(place, { socket, dropped });
  }

  /**
   * The head of a connection is signed: from now on it has a place among those.
   * @param giveUp ends the request when its place is needed
   * @returns `false` when there is none, as all of them are being kept
   */
  signed(socket: Socket, giveUp: () => void): boolean {
    const place = placeOf(socket);
    const stranger = this.#strangers.get(place);
    if (stranger === undefined) return false;
    if (this.#readers.size + this.#keeping.size >= this.#limits.signed) {
      const [oldest] = this.#readers.values();
      if (oldest === undefined) return false;
      oldest.giveUp();
    }
    this.#strangers.delete(place);
    this.#readers.set(place, { ...stranger, giveUp, bytes: 0 });
    return true;
  }

  /** So much of its body is in memory. Of too much in all, those with the most have to go. */
  holds(socket: Socket, bytes: number): void {
    const reader = this.#readers.get(placeOf(socket));
    if (reader === undefined) return;
    this.#bytes += bytes - reader.bytes;
    reader.bytes = bytes;
    while (this.#bytes > this.#limits.bodyBytes) largest(this.#readers.values()).giveUp();
  }

  /** Its body is whole: it stays until it has its answer. */
  keeping(socket: Socket): void {
    const place = placeOf(socket);
    const reader = this.#readers.get(place);
    if (reader === undefined) return;
    this.#removeReader(place, reader);
    this.#keeping.set(place, reader);
  }

  /** It has its answer: how long it stays open is up to the other end, as with a stranger. */
  settled(socket: Socket): void {
    const place = placeOf(socket);
    const known = this.#readers.get(place) ?? this.#keeping.get(place);
    if (known === undefined) return;
    this.#forget(place);
    this.#admit(place, known);
  }

  #admit(place: string, stranger: Stranger): void {
    const [oldest] = this.#strangers;
    if (oldest !== undefined && this.#strangers.size >= this.#limits.strangers) {
      const [of, { socket, dropped }] = oldest;
      this.#strangers.delete(of);
      socket.destroy();
      dropped();
    }
    this.#strangers.set(place, stranger);
  }

  #forget(place: string): void {
    this.#strangers.delete(place);
    this.#keeping.delete(place);
    const reader = this.#readers.get(place);
    if (reader !== undefined) this.#removeReader(place, reader);
  }

  #removeReader(place: string, reader: Reader): void {
    this.#readers.delete(place);
    this.#bytes -= reader.bytes;
  }
}

function placeOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`;
}

function largest(readers: Iterable<Reader>): Reader {
  return [...readers].reduce((most, reader) => (reader.bytes > most.bytes ? reader : most));
}
