import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import type { Hook } from '../hooks/hook.ts';
import { type AnswerStatus, answerBytes, statusOf } from './answers.ts';
import type { RequestHead } from './rawHeaders.ts';

/** From the end of the head until the answer, at the most; the service waits for 15 s (interface, section 8). */
const ANSWER_WITHIN_MS = 10_000;

/** What a request is waiting for. */
type ExchangePhase = 'secrets' | 'body' | 'keeping';

/** What a request came to. */
export interface Settlement {
  readonly exchange: Exchange;
  readonly outcome: ReceiverOutcome;
  /** What is answered; `null` when nobody is there to hear it. */
  readonly status: AnswerStatus | null;
}

interface ExchangeFacts {
  readonly request: IncomingMessage;
  readonly head: RequestHead;
  readonly hook: Hook | null;
  /** Who sent it, as far as that is known. */
  readonly from: string;
}

/** One request from its head to its one answer, which it gets in time whatever happens. */
export class Exchange {
  readonly facts: ExchangeFacts;
  readonly #scheduler: Scheduler;
  readonly #settled: (settlement: Settlement) => void;
  readonly #deadline: Disposable;
  #isSettled = false;
  #phase: ExchangePhase = 'secrets';
  #reading: Disposable | null = null;

  /** @param settled called once, just before the answer goes out */
  constructor(facts: ExchangeFacts, scheduler: Scheduler, settled: (settlement: Settlement) => void) {
    this.facts = facts;
    this.#scheduler = scheduler;
    this.#settled = settled;
    this.#deadline = scheduler.after(ANSWER_WITHIN_MS, () => this.expire());
    // Before the body was read, the request ends early only with its connection.
    facts.request.once('close', () => {
      if (this.#phase !== 'keeping') this.refuse({ kind: 'badRequest', code: 'ECONNRESET' });
    });
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** @param reading ends with the exchange */
  enter(phase: ExchangePhase, reading: Disposable | null = null): void {
    this.#phase = phase;
    this.#reading = reading;
  }

  refuse(reason: RefusalReason): void {
    this.settle({ kind: 'refused', reason });
  }

  /** Answers; only the first time counts. */
  settle(outcome: ReceiverOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#deadline.dispose();
    this.#reading?.dispose();
    const { request } = this.facts;
    const status = request.socket.writable ? statusOf(outcome) : null;
    try {
      this.#settled({ exchange: this, outcome, status });
    } finally {
      if (status !== null) this.#answer(answerBytes(status, request.method));
    }
  }

  #answer(answer: Buffer): void {
    const { request } = this.facts;
    if (this.#phase === 'keeping') answerAtOnce(request.socket, answer);
    else answerUnread(request, answer, this.#scheduler);
  }

  /** The time is up, by our own clock or by that of the server. */
  expire(): void {
    switch (this.#phase) {
      case 'secrets':
        this.refuse({ kind: 'secretsUnreadable', error: { kind: 'keychainTimedOut' } });
        break;
      case 'body':
        this.refuse({ kind: 'slow' });
        break;
      case 'keeping':
        this.refuse({ kind: 'notKept', error: { kind: 'busy' } });
        break;
    }
  }

  /** The parser gave up on the connection. What comes behind a whole request does not matter. */
  broken(code: string): void {
    if (!this.facts.request.complete) this.refuse({ kind: 'badRequest', code });
  }
}

const EXCHANGE = Symbol('exchange');

/** A connection with its one exchange. A weak map of them would cost every delivery more than its signature does. */
interface Marked extends Duplex {
  [EXCHANGE]?: Exchange;
}

/** The exchange that a connection has had, if any: there is one at most. */
export function exchangeOn(socket: Duplex): Exchange | undefined {
  return (socket as Marked)[EXCHANGE];
}

/** Notes that a connection has its exchange. */
export function markExchange(socket: Duplex, exchange: Exchange): void {
  (socket as Marked)[EXCHANGE] = exchange;
}

/** The first buffer of a body that comes in parts; it is doubled as more comes. */
const FIRST_BYTES = 16 * 1024;

/** What becomes of a body: one of the last two is called, once, unless the connection ends before. */
interface BodyListener {
  /** More came, and may go on. @param bytes so far */
  grew(bytes: number): void;
  /** All of it. The bytes are overwritten with zeros when this returns. */
  done(body: Buffer): void;
  /** More came than may. */
  tooLarge(): void;
}

/**
 * Reads a body, whether its length was declared or it comes in chunks; Node's parser sees to either. Holds no more than
 * twice what came, however small its parts are, and overwrites it all.
 * @param most bytes
 * @returns forgets what came, and calls nothing any more
 */
export function readBody(request: IncomingMessage, most: number, listener: BodyListener): Disposable {
  // Most bodies come whole: those are not copied. The buffer may be longer than what it holds.
  let held: Buffer = Buffer.alloc(0);
  let length = 0;
  let isOver = false;
  const dispose = () => {
    isOver = true;
    held.fill(0);
    held = Buffer.alloc(0);
  };
  request.on('data', (chunk: Buffer) => {
    const total = length + chunk.length;
    if (isOver || total > most) {
      chunk.fill(0);
      if (isOver) return;
      dispose();
      listener.tooLarge();
      return;
    }
    held = length === 0 ? chunk : appended(held, length, chunk, most);
    length = total;
    listener.grew(length);
  });
  request.once('end', () => {
    if (isOver) return;
    isOver = true;
    try {
      listener.done(held.subarray(0, length));
    } finally {
      dispose();
    }
  });
  request.once('close', dispose);
  return { dispose };
}

/** Moves a chunk behind what is held, into a larger buffer where it does not fit. */
function appended(held: Buffer, length: number, chunk: Buffer, most: number): Buffer {
  const total = length + chunk.length;
  let target = held;
  if (total > held.length) {
    target = Buffer.alloc(Math.min(most, Math.max(FIRST_BYTES, 2 * total)));
    held.copy(target, 0, 0, length);
    held.fill(0);
  }
  chunk.copy(target, length);
  chunk.fill(0);
  return target;
}

/** How long a sender may take to hear an answer while it still sends. */
const LINGER_MS = 1000;

/** So much of what an answered request still sends is read, and thrown away. */
const MOST_DRAINED_BYTES = 64 * 1024;

/**
 * Answers a request that was read to its end, and ends the connection. This and the next go past Node's own response:
 * there is nothing to build, as all answers are ready as bytes.
 */
function answerAtOnce(socket: Socket, answer: Buffer): void {
  socket.end(answer);
  socket.destroySoon();
}

/**
 * Answers a request whose body was not read. Node's response would close the connection at once: with something unread
 * in it, the system then resets it, and the sender may never see the answer.
 */
function answerUnread(unread: IncomingMessage, answer: Buffer, scheduler: Scheduler): void {
  unread.socket.end(answer);
  let left = MOST_DRAINED_BYTES;
  unread.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) unread.pause();
  });
  lingerThenDestroy(unread.socket, scheduler);
}

/** Gives the other end a moment to read what was sent and to close, then closes. */
export function lingerThenDestroy(socket: Socket, scheduler: Scheduler): void {
  const linger = scheduler.after(LINGER_MS, () => socket.destroy());
  socket.once('close', () => linger.dispose());
}
