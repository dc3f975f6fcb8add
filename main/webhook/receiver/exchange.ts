import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import type { Hook } from '../hooks/hook.ts';
import { statusOf } from './answerStatus.ts';
import { type AnswerStatus, answerBytes } from './answers.ts';
import { answerAtOnce, answerUnread } from './closing.ts';
import type { RequestHead } from './rawHeaders.ts';

/** From the end of the head until the answer, at the most; the service waits for 15 s (interface, section 8). */
export const ANSWER_WITHIN_MS = 10_000;

/** What a request is waiting for. */
export type ExchangePhase = 'secrets' | 'body' | 'keeping';

/** What a request came to. */
export interface Settlement {
  readonly exchange: Exchange;
  readonly outcome: ReceiverOutcome;
  /** What is answered; `null` when nobody is there to hear it. */
  readonly status: AnswerStatus | null;
}

export interface ExchangeFacts {
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
