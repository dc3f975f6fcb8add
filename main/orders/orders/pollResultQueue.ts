import type { Disposable } from '#main/platform/disposable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { PollAnswer } from '#main/x509/material.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { ConnectionQueue, Poll } from './connectionQueue.ts';
import type { OrderService } from './orderService.ts';
import type { Judgement, PollJudge } from './pollJudge.ts';
import type { PollOutcome } from './pollOutcome.ts';
import { delayAfterFailure, type Random } from './pollPlan.ts';
import type { PollResult } from './pollRequests.ts';

/** A poll that came to its end: with an answer, or broken by a bug. */
export type Arrival = { readonly lane: ConnectionQueue; readonly poll: Poll } & (
  | { readonly answer: PollAnswer }
  | { readonly bug: unknown }
);

export interface ArrivalsPorts {
  readonly orders: OrderService;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly settings: () => Settings;
  readonly logger: Logger;
}

export interface ArrivalsHost {
  isOffline(lane: ConnectionQueue): boolean;
  /** Polls ended, and their results are shown. */
  ended(results: readonly PollResult[]): void;
  /** Answers came or polls ended, and their orders are planned anew: others may start. */
  settled(): void;
  /** Whether requests are in the air, whose answers will come. */
  isExpecting(): boolean;
}

/** What became of a result: on disk; not on disk, and shown as a failure; broken by a bug. */
type Fate = 'saved' | 'lost' | 'broken';

/** An answer and what follows from it; `null` when the order is gone. */
interface Judged {
  readonly arrival: Arrival;
  readonly judgement: Judgement | null;
}

/** The event loop is given back after this long. */
const SLICE_MS = 5;

/** With more answers than these waiting for their inspection, no further request goes for one that came. */
const MOST_WAITING = 32;

/** So many are one write to the disk, which has to wait for the disk each time ... */
const WRITE_POLLS = 64;

/** ... or those of this time, where they come one by one. */
const WRITE_AFTER_MS = 100;

/**
 * Takes answers as they arrive, inspects them in slices between which everything else has its turn, and writes them
 * together: at once when no more are on their way. A poll counts as under way until it is written; its place in the
 * air is free as soon as its material is there, or its error judged.
 */
export class Arrivals implements Disposable {
  readonly #ports: ArrivalsPorts;
  readonly #judge: PollJudge;
  readonly #host: ArrivalsHost;
  readonly #queue: Arrival[] = [];
  #judged: Judged[] = [];
  /** Monotonic ms at which what is judged is written at the latest. */
  #writeAt = Number.POSITIVE_INFINITY;
  #timer: Disposable | null = null;
  /** Whether the timer is for the next turn: what arrives meanwhile does not put it off. */
  #isSoon = false;
  #isDisposed = false;

  constructor(ports: ArrivalsPorts, judge: PollJudge, host: ArrivalsHost) {
    this.#ports = ports;
    this.#judge = judge;
    this.#host = host;
  }

  add(arrival: Arrival): void {
    this.#queue.push(arrival);
    this.#schedule();
    // The next request need not wait for the inspection. What an error says of the connection is heard first.
    if (this.#queue.length <= MOST_WAITING && 'answer' in arrival && isSuccess(arrival.answer)) {
      arrival.lane.answered(arrival.poll.orderId);
      this.#host.settled();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** Judging and writing have their own turns of the event loop, so that neither waits for the other's time. */
  #schedule(): void {
    if (this.#isDisposed || (this.#queue.length === 0 && this.#judged.length === 0)) return;
    const { clock, scheduler } = this.#ports;
    const isWriteDue = () => this.#judged.length >= WRITE_POLLS || clock.monotonic() >= this.#writeAt;
    if (this.#timer !== null && this.#isSoon) return;
    this.#isSoon = this.#queue.length > 0 || isWriteDue() || !this.#host.isExpecting();
    this.#timer?.dispose();
    this.#timer = scheduler.after(this.#isSoon ? 0 : this.#writeAt - clock.monotonic(), () => {
      this.#timer = null;
      if (isWriteDue() || this.#queue.length === 0) this.#writeJudged();
      else this.#judgeSlice();
      this.#schedule();
    });
  }

  #judgeSlice(): void {
    const { clock } = this.#ports;
    const startedAt = clock.monotonic();
    while (this.#judged.length < WRITE_POLLS && clock.monotonic() - startedAt < SLICE_MS) {
      const arrival = this.#queue.shift();
      if (arrival === undefined) break;
      const { lane, poll } = arrival;
      const judgement = this.#judgementOf(arrival);
      if (judgement?.gate !== undefined) lane.gate.note(poll.orderId, judgement.gate, lane.size);
      lane.answered(poll.orderId);
      this.#judged.push({ arrival, judgement });
    }
    this.#writeAt = Math.min(this.#writeAt, clock.monotonic() + WRITE_AFTER_MS);
    this.#host.settled();
  }

  #writeJudged(): void {
    const judged = this.#judged.map((each) => this.#asOfNow(each));
    this.#judged = [];
    this.#writeAt = Number.POSITIVE_INFINITY;
    const outcomes = judged.flatMap(({ judgement }) => judgement?.outcome ?? []);
    const previous = new Map(outcomes.map(({ orderId }) => [orderId, this.#fingerprint(orderId)]));
    const fates = this.#save(outcomes);
    for (const { arrival, judgement } of judged) {
      const { lane, poll } = arrival;
      lane.end(poll.orderId);
      if (judgement === null) continue;
      lane.plan(poll.orderId, this.#delayAfter(judgement, fates.get(poll.orderId) ?? 'saved', poll.orderId));
    }
    const results = outcomes.flatMap((outcome) => {
      const fate = fates.get(outcome.orderId) ?? 'broken';
      return this.#resultOf(outcome, fate, previous.get(outcome.orderId) ?? null) ?? [];
    });
    if (results.length > 0) this.#host.ended(results);
    this.#host.settled();
  }

  #fingerprint(orderId: string): string | null {
    return this.#ports.orders.get(orderId)?.fingerprint256 ?? null;
  }

  /** `null`: a bug kept the result from being applied, or the order is gone. */
  #resultOf({ orderId, ...outcome }: PollOutcome, fate: Fate, previous: string | null): PollResult | null {
    if (fate === 'broken') return null;
    const error = fate === 'lost' ? this.#ports.orders.get(orderId)?.failure : null;
    if (error != null) return { orderId, kind: 'failed', error };
    if (outcome.kind === 'failed') return { orderId, kind: 'failed', error: outcome.error };
    const isSame = this.#fingerprint(orderId) === previous;
    return isSame ? { orderId, kind: 'unchanged' } : { orderId, kind: 'newCertificate', previous };
  }

  /** Since it was judged, the order may have been removed, or its poll given up. */
  #asOfNow({ arrival, judgement }: Judged): Judged {
    const { poll } = arrival;
    if (this.#ports.orders.get(poll.orderId) === null) return { arrival, judgement: null };
    const isGivenUp = poll.controller.signal.aborted;
    return isGivenUp ? { arrival, judgement: { outcome: null, delayMs: 0 } } : { arrival, judgement };
  }

  /** One write for all; where a bug breaks it one for each, so that one order holds up no other. */
  #save(outcomes: readonly PollOutcome[]): ReadonlyMap<string, Fate> {
    const fate = this.#saveTogether(outcomes);
    const isEach = fate === 'broken' && outcomes.length > 1;
    return new Map(
      outcomes.map((outcome) => [outcome.orderId, isEach ? this.#saveTogether([outcome]) : fate]),
    );
  }

  #saveTogether(outcomes: readonly PollOutcome[]): Fate {
    try {
      return this.#ports.orders.apply(outcomes).ok ? 'saved' : 'lost';
    } catch (bug) {
      this.#logBug(bug);
      return 'broken';
    }
  }

  #delayAfter(judgement: Judgement, fate: Fate, orderId: string): number {
    switch (fate) {
      case 'saved':
        return judgement.delayMs;
      case 'lost':
        return this.#delayAfterLoss(orderId) ?? judgement.delayMs;
      case 'broken':
        return this.#judge.broken().delayMs;
      default:
        return assertNever(fate);
    }
  }

  /** `null` when the order is gone. */
  #judgementOf(arrival: Arrival): Judgement | null {
    const { lane, poll } = arrival;
    const order = this.#ports.orders.get(poll.orderId);
    if (order === null) return null;
    if (poll.controller.signal.aborted) return { outcome: null, delayMs: 0 };
    if (!('answer' in arrival)) return this.#broken(arrival.bug);
    const circumstances = { offline: this.#host.isOffline(lane), outdated: lane.isOutdated(poll) };
    try {
      return this.#judge.judge(order, arrival.answer, circumstances);
    } catch (bug) {
      return this.#broken(bug);
    }
  }

  #broken(bug: unknown): Judgement {
    this.#logBug(bug);
    return this.#judge.broken();
  }

  #logBug(bug: unknown): void {
    this.#ports.logger.error('A poll broke', { error: errorName(bug), place: stackSummary(bug) });
  }

  /** When to ask again for an order whose result could not be written; `null`: its own was not among those. */
  #delayAfterLoss(orderId: string): number | null {
    const { orders, clock, random, settings } = this.#ports;
    const order = orders.get(orderId);
    if (order?.failure == null) return null;
    const now = clock.now();
    return delayAfterFailure(order.failures, order.failure, order, settings(), now, random);
  }
}

function isSuccess(answer: PollAnswer): boolean {
  return 'sameAs' in answer || answer.material.ok;
}
