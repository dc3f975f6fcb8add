import type { Connectivity } from '#main/platform/connectivity.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
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
import { ConfirmationWriter, type PollResult, PollResultQueue } from './pollResults.ts';

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

/** What becomes of the answers: each is evaluated and stored, and its order planned again, whatever fails. */
export class PollAnswers implements Disposable {
  readonly #ports: PollAnswerPorts;
  readonly #steps: PollAnswerSteps;
  readonly #results: PollResultQueue<AnsweredPoll, EvaluatedPoll>;
  readonly #confirmations: ConfirmationWriter;
  readonly #bodies: KnownBodies;
  readonly #logBug = (bug: unknown) => logPollBug(this.#ports.logger, bug);

  constructor(ports: PollAnswerPorts, steps: PollAnswerSteps) {
    this.#ports = ports;
    this.#steps = steps;
    this.#results = new PollResultQueue(ports.clock, ports.scheduler, {
      evaluate: (answered) => this.#evaluate(answered),
      evaluated: () => steps.evaluated(),
      save: (batch) => this.#save(batch),
      isExpecting: () => steps.isExpecting(),
    });
    this.#confirmations = new ConfirmationWriter(ports.orders, ports.scheduler);
    this.#bodies = new KnownBodies(ports.clock);
  }

  /** @returns how many answers wait for their evaluation */
  add(answered: AnsweredPoll): number {
    this.#results.add(answered);
    return this.#results.size;
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
    disposeAll([this.#results, this.#confirmations]);
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

  #save(batch: readonly EvaluatedPoll[]): void {
    const saved = this.#store(batch);
    const results = [...saved.values()].flatMap(({ result }) => result ?? []);
    const unsaved: PollResult[] = [];
    for (const { poll, evaluation } of batch) {
      const { orderId } = poll;
      poll.queue.end(orderId);
      const error = this.#conclude({ poll, evaluation }, saved.get(orderId));
      if (error !== null) unsaved.push({ orderId, kind: 'failed', error });
    }
    this.#confirmations.schedule();
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
