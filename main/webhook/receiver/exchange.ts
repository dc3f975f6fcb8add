import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import type { Hook } from '../hooks/hookSecrets.ts';
import { type AnswerStatus, answerBytes, statusOf } from './answers.ts';
import type { RequestHead } from './rawHeaders.ts';

/** The longest time from the end of the head to the answer. The service waits for 15 s (interface, section 8). */
const ANSWER_WITHIN_MS = 10_000;

/** What an exchange waits for, with the refusal after the deadline. */
const expired = {
  secrets: { kind: 'secretsUnreadable', error: { kind: 'keychainTimedOut' } },
  body: { kind: 'slow' },
  keeping: { kind: 'notKept', error: { kind: 'busy' } },
} as const satisfies Record<string, RefusalReason>;

type ExchangePhase = keyof typeof expired;

export interface Settlement {
  readonly exchange: Exchange;
  readonly outcome: ReceiverOutcome;
  /** The status of the answer; `null`: the connection is gone. */
  readonly status: AnswerStatus | null;
}

interface ExchangeFacts {
  readonly request: IncomingMessage;
  readonly head: RequestHead;
  readonly hook: Hook | null;
  /** Address of the sender, or a placeholder. */
  readonly from: string;
}

/** One request, from its head to its single answer. A deadline guarantees that the answer is sent in time. */
export class Exchange {
  readonly facts: ExchangeFacts;
  readonly #scheduler: Scheduler;
  readonly #settled: (settlement: Settlement) => void;
  readonly #deadline: Disposable;
  #isSettled = false;
  #phase: ExchangePhase = 'secrets';
  #reading: Disposable | null = null;

  /** @param settled called once, just before the answer is sent */
  constructor(facts: ExchangeFacts, scheduler: Scheduler, settled: (settlement: Settlement) => void) {
    this.facts = facts;
    this.#scheduler = scheduler;
    this.#settled = settled;
    this.#deadline = scheduler.after(ANSWER_WITHIN_MS, () => this.expire());
    (facts.request.socket as Marked)[EXCHANGE] = this;
    // Until the body is complete, the request only closes early with its connection.
    facts.request.once('close', () => {
      if (this.#phase !== 'keeping') this.refuse({ kind: 'badRequest', code: 'ECONNRESET' });
    });
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Starts the next phase. @param reading disposed when the exchange ends */
  enter(phase: ExchangePhase, reading: Disposable | null = null): void {
    this.#phase = phase;
    this.#reading = reading;
  }

  refuse(reason: RefusalReason): void {
    this.settle({ kind: 'refused', reason });
  }

  /** Sends the answer. Calls after the first have no effect. */
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
    // The answers are prepared as bytes: this bypasses Node's response.
    request.socket.end(answer);
    if (this.#phase === 'keeping') request.socket.destroySoon();
    else drainUnread(request, this.#scheduler);
  }

  /** The deadline of the exchange, or of Node's server, has passed. */
  expire(): void {
    this.refuse(expired[this.#phase]);
  }

  /** The parser gave up on the connection. Errors after a complete request are ignored. */
  broken(code: string): void {
    if (!this.facts.request.complete) this.refuse({ kind: 'badRequest', code });
  }
}

const EXCHANGE = Symbol('exchange');

/** A connection marked with its exchange. A `WeakMap` would cost more per delivery than the check of the signature. */
interface Marked extends Duplex {
  [EXCHANGE]?: Exchange;
}

/** The exchange of a connection, if it had one. There is at most one. */
export function exchangeOn(socket: Duplex): Exchange | undefined {
  return (socket as Marked)[EXCHANGE];
}

/** Size of the first buffer for a chunked body; it is doubled as needed. */
const FIRST_BYTES = 16 * 1024;

/** Callbacks of `readBody`. Either `done` or `tooLarge` is called once, unless the connection ends before. */
interface BodyListener {
  /** More of the body was received. @param bytes received so far */
  grew(bytes: number): void;
  /** The body is complete. Its bytes are overwritten with zeros when this returns. */
  done(body: Buffer): void;
  tooLarge(): void;
}

/**
 * Reads a body with a declared length or in chunks; Node's parser decodes both. Holds at most twice the received bytes,
 * and overwrites them with zeros afterwards.
 * @returns stops reading: discards what was received and calls no callback any more
 */
export function readBody(request: IncomingMessage, most: number, listener: BodyListener): Disposable {
  // Most bodies arrive in one chunk, which is not copied. The buffer may be longer than its content.
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

/** What a sender that is still sending gets after the answer: time to receive it, and bytes that are discarded. */
const LINGER_MS = 1000;
const MOST_DRAINED_BYTES = 64 * 1024;

/**
 * Closes the connection of an answered request whose body was not read. Closed at once, with unread data in it, the
 * system would reset the connection, and the sender may never see the answer.
 */
function drainUnread(unread: IncomingMessage, scheduler: Scheduler): void {
  let left = MOST_DRAINED_BYTES;
  unread.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) unread.pause();
  });
  lingerThenDestroy(unread.socket, scheduler);
}

/** Gives the other end a second to read the answer and to close, then closes the connection. */
export function lingerThenDestroy(socket: Socket, scheduler: Scheduler): void {
  const linger = scheduler.after(LINGER_MS, () => socket.destroy());
  socket.once('close', () => linger.dispose());
}
