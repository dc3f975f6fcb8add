import type { Connectivity } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import type { OrderService } from '../list/orderService.ts';
import type { ConnectionQueue } from './connectionQueue.ts';
import {
  type AnsweredPoll,
  delayAfterSave,
  type EvaluatedPoll,
  type EvaluatePollPorts,
  evaluatePoll,
  evaluationOfBug,
  KnownBodies,
  type PollEnd,
  type SaveResult,
  saveOutcomes,
  wasReached,
} from './evaluatePoll.ts';
import type { PollResult } from './pollResults.ts';

export interface PollAnswerPorts extends EvaluatePollPorts {
  readonly orders: OrderService;
  readonly scheduler: Scheduler;
  readonly connectivity: Connectivity;
  /** Whether a connection needs no network: its service is on this machine. */
  readonly reachableOffline: (connectionId: string) => boolean;
  readonly logger: Logger;
}

/** What the poller tells of its queues, and does after answers. */
interface PollAnswerSteps {
  /** Whether requests are in flight. */
  isExpecting(): boolean;
  isOffline(queue: ConnectionQueue): boolean;
  /** Whether somebody waits for a result of this order. */
  isWaitedFor(orderId: string): boolean;
  evaluated(): void;
  /** @param stored the results of polls that are stored @param others what to tell who waits for the other ones */
  ended(stored: readonly PollResult[], others: readonly PollResult[]): void;
}

/** One or two inspections: an answer that arrives meanwhile waits no longer, and the next request goes out with it. */
const SLICE_MS = 1;

/** Maximum results per transaction (each transaction costs an fsync). */
const BATCH_SIZE = 256;

/** Every batch writes most pages of the indexes again. */
const BATCH_DELAY_MS = 200;

/** A crash loses the confirmations of this time: the orders then look confirmed that much earlier. */
const CONFIRMATION_DELAY_MS = 5 * MINUTE_MS;

/** Confirmations per transaction, and the pause between two, so that the event loop is not blocked. */
const CONFIRMATIONS_PER_WRITE = 200;
const PAUSE_MS = 50;

/**
 * What becomes of the answers: each is evaluated and stored, and its order planned again, whatever fails. They are evaluated in
 * slices that leave the event loop free, and stored in batches; confirmations (polls that found nothing new) later.
 */
export class PollAnswers implements Disposable {
  readonly #ports: PollAnswerPorts;
  readonly #steps: PollAnswerSteps;
  readonly #bodies: KnownBodies;
  readonly #answers: AnsweredPoll[] = [];
  #batch: EvaluatedPoll[] = [];
  /** Monotonic ms at which the batch is stored at the latest. */
  #saveAt = Number.POSITIVE_INFINITY;
  #timer: Disposable | null = null;
  /** Whether the timer is for the next turn of the event loop: further answers must not postpone it. */
  #isImmediate = false;
  #confirmationTimer: Disposable | null = null;
  #isDisposed = false;
  readonly #logBug = (bug: unknown) => logPollBug(this.#ports.logger, bug);

  constructor(ports: PollAnswerPorts, steps: PollAnswerSteps) {
    this.#ports = ports;
    this.#steps = steps;
    this.#bodies = new KnownBodies(ports.clock);
  }

  /** @returns how many answers wait for their evaluation */
  add(answered: AnsweredPoll): number {
    this.#answers.push(answered);
    this.#schedule();
    return this.#answers.length;
  }

  /** Digest of the body that would bring nothing new about an order, or `null`. */
  knownBody(orderId: string): string | null {
    return this.#bodies.digest(orderId);
  }

  /** The next answer about this order is inspected, even if it is the same. */
  forget(orderId: string): void {
    this.#bodies.forget(orderId);
  }

  /** Evaluates nothing more, and writes the confirmations that are left. */
  dispose(): void {
    const { orders } = this.#ports;
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#confirmationTimer?.dispose();
    if (orders.unwritten > 0) orders.writeConfirmations(orders.unwritten);
  }

  /** Evaluating and storing each take a turn of the event loop. */
  #schedule(): void {
    if (this.#isDisposed || (this.#answers.length === 0 && this.#batch.length === 0)) return;
    if (this.#timer !== null && this.#isImmediate) return;
    const { clock, scheduler } = this.#ports;
    const isSaveDue = () => this.#batch.length >= BATCH_SIZE || clock.monotonic() >= this.#saveAt;
    this.#isImmediate = this.#answers.length > 0 || isSaveDue() || !this.#steps.isExpecting();
    this.#timer?.dispose();
    this.#timer = scheduler.after(this.#isImmediate ? 0 : this.#saveAt - clock.monotonic(), () => {
      this.#timer = null;
      if (isSaveDue() || this.#answers.length === 0) this.#save();
      else this.#evaluateSlice();
      this.#schedule();
    });
  }

  #evaluateSlice(): void {
    const { clock } = this.#ports;
    const startedAt = clock.monotonic();
    while (this.#batch.length < BATCH_SIZE && clock.monotonic() - startedAt < SLICE_MS) {
      const answer = this.#answers.shift();
      if (answer === undefined) break;
      this.#batch.push(this.#evaluate(answer));
    }
    this.#saveAt = Math.min(this.#saveAt, clock.monotonic() + BATCH_DELAY_MS);
    this.#steps.evaluated();
  }

  #evaluate(answered: AnsweredPoll): EvaluatedPoll {
    const { poll } = answered;
    try {
      return { poll, evaluation: this.#evaluation(answered) };
    } catch (bug) {
      this.#logBug(bug);
      return { poll, evaluation: evaluationOfBug };
    } finally {
      poll.queue.answered(poll.orderId);
    }
  }

  #evaluation({ poll, end }: AnsweredPoll): EvaluatedPoll['evaluation'] {
    const { queue } = poll;
    const order = this.#ports.orders.get(poll.orderId);
    this.#hear(queue, end);
    const circumstances = {
      isAborted: poll.controller.signal.aborted,
      knownBody: this.#bodies.digest(poll.orderId),
      offline: this.#steps.isOffline(queue),
      outdated: queue.isOutdated(poll),
    };
    const evaluation =
      order === null ? null : evaluatePoll(order, end, circumstances, this.#ports, this.#logBug);
    if (evaluation?.breaker !== undefined) queue.record(poll, evaluation.breaker);
    if (evaluation?.isOffline) queue.withdrawRequests();
    return evaluation;
  }

  /** A service on this machine says nothing of the network. */
  #hear({ connectionId }: ConnectionQueue, end: PollEnd): void {
    const { connectivity, reachableOffline } = this.#ports;
    const isReached = wasReached(end);
    if (isReached !== null && !reachableOffline(connectionId)) connectivity.heard(isReached);
  }

  #save(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#saveAt = Number.POSITIVE_INFINITY;
    const saved = this.#store(batch);
    const results = [...saved.values()].flatMap(({ result }) => result ?? []);
    const unsaved: PollResult[] = [];
    for (const { poll, evaluation } of batch) {
      const { orderId } = poll;
      poll.queue.end(orderId);
      const error = this.#conclude({ poll, evaluation }, saved.get(orderId));
      if (error !== null) unsaved.push({ orderId, kind: 'failed', error });
    }
    if (this.#confirmationTimer === null) this.#writeConfirmationsIn(CONFIRMATION_DELAY_MS);
    this.#steps.ended(results, unsaved);
  }

  /** Since the evaluation an order may have been removed, or its poll aborted: that is not stored. */
  #store(batch: readonly EvaluatedPoll[]): ReadonlyMap<string, SaveResult> {
    try {
      const { orders } = this.#ports;
      const running = batch.filter(({ poll }) => !poll.controller.signal.aborted);
      const outcomes = running.flatMap(({ evaluation }) => evaluation?.outcome ?? []);
      const storable = outcomes.filter(({ orderId }) => orders.get(orderId) !== null);
      return saveOutcomes(orders, storable, this.#logBug);
    } catch (bug) {
      this.#logBug(bug);
      return new Map(batch.map(({ poll }) => [poll.orderId, { kind: 'broken', result: null }]));
    }
  }

  #writeConfirmationsIn(delayMs: number): void {
    const { orders, scheduler } = this.#ports;
    if (orders.unwritten === 0) return;
    this.#confirmationTimer = scheduler.after(delayMs, () => {
      this.#confirmationTimer = null;
      const saved = orders.writeConfirmations(CONFIRMATIONS_PER_WRITE);
      this.#writeConfirmationsIn(saved.ok ? PAUSE_MS : CONFIRMATION_DELAY_MS);
    });
  }

  /** Plans the next poll. @returns what to tell who waits for this one, if it has no result */
  #conclude({ poll, evaluation }: EvaluatedPoll, saved: SaveResult | undefined): AppError | null {
    const { queue, controller, orderId } = poll;
    try {
      const order = this.#ports.orders.get(orderId);
      if (evaluation === null || order === null) return null;
      const isLost = controller.signal.aborted && saved === undefined;
      const delayMs = isLost ? 0 : delayAfterSave(evaluation, saved, order, this.#ports);
      // Who asked for it still waits: a poll that said nothing is made again, in its turn.
      const isAgain = saved === undefined && delayMs === 0 && !evaluation.isOffline;
      const isUrgent = isAgain && this.#steps.isWaitedFor(orderId);
      // Back-off and `Retry-After` are minimums.
      queue.plan(orderId, delayMs, { isUrgent, mayBeEarly: order.failure === null });
      if (saved?.kind === 'saved') this.#bodies.learn(orderId, evaluation);
      else if (saved !== undefined) this.#bodies.forget(orderId);
      if (saved?.kind === 'broken') return { kind: 'internal' };
      return isLost ? null : (evaluation.unanswered ?? null);
    } catch (bug) {
      this.#logBug(bug);
      queue.plan(orderId, evaluationOfBug.delayMs);
      return { kind: 'internal' };
    }
  }
}

/** A bug in the log: its name and place. */
export function logPollBug(logger: Logger, bug: unknown): void {
  logger.error('A poll failed with a bug', { error: errorName(bug), place: stackSummary(bug) });
}
