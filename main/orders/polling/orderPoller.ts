import type { Connectivity } from '#main/platform/connectivity.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { MaterialSource } from '#main/x509/material.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { NextPoll } from '../list/orderRecord.ts';
import type { OrderService } from '../list/orderService.ts';
import type { OrdersChange } from '../list/rowParts.ts';
import {
  type ConnectionQueue,
  ConnectionQueues,
  type Poll,
  type PollingStateChange,
} from './connectionQueue.ts';
import {
  type AnsweredPoll,
  delayAfterSave,
  type EvaluatedPoll,
  type EvaluatePollPorts,
  evaluatePoll,
  isSuccess,
  KnownBodies,
  type PollEnd,
  saveOutcomes,
  wasReached,
} from './evaluatePoll.ts';
import {
  delayOnResume,
  delayOnWaking,
  delayWithSettings,
  remainingForUser,
  remainingRetryAfter,
} from './pollPlan.ts';
import {
  ConfirmationWriter,
  PollRequests,
  type PollResult,
  PollResultQueue,
  skipReason,
} from './pollResults.ts';

export interface OrderPollerPorts extends EvaluatePollPorts {
  readonly orders: OrderService;
  readonly source: Pick<MaterialSource, 'poll'>;
  readonly scheduler: Scheduler;
  readonly connectivity: Connectivity;
  /** Fires after sleep, and when the clock was set. */
  readonly onDidJump: Event<void>;
  /** Whether a connection needs no network: its service is on this machine. */
  readonly reachableOffline: (connectionId: string) => boolean;
  readonly onDidChangeSettings: Event<Settings>;
  readonly logger: Logger;
}

/** Poll times stored per turn of the event loop, so that it is not blocked. */
const PLANS_PER_TURN = 200;

/** With more answers than this waiting for evaluation, an answer does not let a further request start. */
const MAX_UNEVALUATED = 32;

/**
 * Polls each order in its time, and stores the results. It has its own queues, not a `DueRunner`: how many requests run at
 * once follows from the answers of each connection, and evaluation holds requests back.
 */
export class OrderPoller implements Disposable {
  readonly #ports: OrderPollerPorts;
  readonly #queues: ConnectionQueues;
  readonly #results: PollResultQueue<AnsweredPoll, EvaluatedPoll>;
  readonly #confirmations: ConfirmationWriter;
  readonly #requests = new PollRequests();
  readonly #bodies: KnownBodies;
  readonly #polled = new Emitter<readonly PollResult[]>('orderPoller.polled');
  #resources: Disposable[] = [];
  #timer: Disposable | null = null;
  #isRunning = false;
  readonly #logBug = (bug: unknown) => {
    const about = { error: errorName(bug), place: stackSummary(bug) };
    this.#ports.logger.error('A poll failed with a bug', about);
  };

  /** Polls ended, planned or requested ones. The orders show the results already. */
  readonly onDidPoll = this.#polled.event;
  readonly onDidChangePolling: Event<readonly string[]>;
  readonly onDidChangeState: Event<PollingStateChange>;

  constructor(ports: OrderPollerPorts) {
    this.#ports = ports;
    this.#queues = new ConnectionQueues(ports.clock, ports.random, ports.logger);
    this.#results = new PollResultQueue(ports.clock, ports.scheduler, {
      evaluate: (answered) => this.#evaluate(answered),
      evaluated: () => this.#pump(),
      save: (batch) => this.#save(batch),
      isExpecting: () => this.#queues.all().some((queue) => queue.inFlight > 0),
    });
    this.#confirmations = new ConfirmationWriter(ports.orders, ports.scheduler);
    this.#bodies = new KnownBodies(ports.clock);
    this.onDidChangePolling = this.#queues.onDidChangePolling;
    this.onDidChangeState = this.#queues.onDidChangeState;
  }

  /** Polls every order that was not polled lately, and from then on each in its time. */
  start(): void {
    const { orders, connectivity, clock, onDidJump, onDidChangeSettings } = this.#ports;
    this.#isRunning = true;
    this.#resources = [
      orders.onDidChange(['existence'], (change) => this.#ordersChanged(change)),
      connectivity.onDidChange(() => this.resumed()),
      onDidChangeSettings((settings) => this.#settingsChanged(settings)),
      onDidJump(() => this.resumed()),
    ];
    // Orders that the user asked for before the start are planned already.
    const unplanned = orders.list().filter((order) => !this.#queues.has(order));
    this.#planAll(unplanned, (order) => delayOnWaking(order, this.#ports.settings(), clock.now()));
    this.#pump();
  }

  /** Aborts every poll, and writes the confirmations that are left. Nothing is written after this. */
  dispose(): void {
    this.#isRunning = false;
    this.#results.dispose();
    this.#confirmations.dispose();
    disposeAll(this.#resources);
    this.#timer?.dispose();
    for (const queue of this.#queues.all()) queue.abortAll();
    this.#requests.dispose();
  }

  /**
   * Polls these orders, or all, as soon as possible: ignores back-off, but not a refused token. A `Retry-After` is kept
   * for an hour after the answer at most: the next poll is planned for then. A poll that is under way counts.
   * @param signal ends the wait for the results, not the polls
   * @returns one result per order. Never rejects. Before `start` it waits for the start.
   */
  poll(ids: readonly string[] | null, signal?: AbortSignal): Promise<readonly PollResult[]> {
    const { orders, clock } = this.#ports;
    const now = clock.now();
    const rows = ids === null ? orders.list() : this.#rows(ids);
    const plans: NextPoll[] = [];
    for (const order of rows) {
      const queue = this.#queues.of(order.source.connectionId);
      const waitMs = remainingForUser(order, now);
      queue.plan(order.id, waitMs, { isUrgent: waitMs === 0 });
      queue.breaker.tryProbeForUser();
      if (waitMs > 0) plans.push({ orderId: order.id, nextPollAt: now + waitMs });
    }
    this.#storePlans(plans);
    const results = this.#requests.wait(ids ?? rows.map(({ id }) => id), signal);
    this.#pump();
    return results;
  }

  /** The token of a connection was replaced, removed or found. */
  tokenChanged(connectionId: string): void {
    const queue = this.#queues.of(connectionId);
    const wasClosed = ['rejected', 'waitingForToken'].includes(queue.breaker.state().kind);
    queue.renew();
    // For a connection that worked, one poll is enough to find a wrong token.
    const ids = wasClosed ? queue.waitingIds() : [queue.firstWaiting() ?? ''];
    this.#planNow(queue, [...ids, ...this.#held(queue)]);
    this.#pump();
  }

  /** The address or the CA of a connection changed: everything it gave has to be inspected again. */
  connectionChanged(connectionId: string): void {
    const queue = this.#queues.of(connectionId);
    queue.renew();
    queue.abortAll();
    for (const id of [...queue.waitingIds(), ...queue.pollingIds()]) this.#bodies.forget(id);
    this.#planNow(queue, queue.waitingIds());
    this.#pump();
  }

  connectionRemoved(connectionId: string): void {
    this.#queues.remove(connectionId);
    this.#pump();
  }

  /** Plans all orders again: after sleep, a jump of the clock, or a time without network many are overdue. */
  resumed(): void {
    const { orders, settings, clock, random } = this.#ports;
    for (const { breaker } of this.#queues.all()) {
      // Without a limit, only the user can let polls start.
      if (breaker.retryAt() < Number.POSITIVE_INFINITY) breaker.tryProbe();
    }
    this.#planAll(orders.list(), (order) => delayOnResume(order, settings(), clock.now(), random));
    this.#pump();
  }

  polling(): readonly string[] {
    return this.#queues.pollingIds();
  }

  pollingState(connectionId: string): PollingState {
    return this.#queues.of(connectionId).breaker.state();
  }

  /** How long the oldest poll in flight takes already, in ms; 0: none is. */
  oldestPollMs(): number {
    const started = this.#queues.all().map((queue) => queue.oldestStart());
    return Math.max(0, this.#ports.clock.monotonic() - Math.min(...started));
  }

  /** Starts the polls that may start, sets the timer for the next, and emits what changed. */
  #pump(): void {
    if (!this.#isRunning) return;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues.all()) {
      // A guess delays what is planned, and does not forbid what the user asks for.
      const mayStart = () => !this.#isOffline(queue) || queue.isRequested();
      const next = () => (mayStart() ? queue.start((ids) => this.#probeOf(queue, ids)) : null);
      for (let poll = next(); poll !== null; poll = next()) this.#run(poll);
      if (mayStart()) wakeAt = Math.min(wakeAt, queue.wakeAt());
    }
    this.#timer?.dispose();
    this.#timer = null;
    if (wakeAt < Number.POSITIVE_INFINITY) {
      const waitMs = wakeAt - this.#ports.clock.monotonic();
      this.#timer = this.#ports.scheduler.after(waitMs, () => this.#pump());
    }
    this.#queues.emitChanges();
    this.#requests.check((orderId) => {
      const order = this.#ports.orders.get(orderId);
      if (order === null) return { kind: 'unknownOrder' };
      const queue = this.#queues.of(order.source.connectionId);
      if (queue.isPolling(orderId)) return null;
      const isHeld = this.#isOffline(queue) && !queue.isRequested(orderId);
      return skipReason(order, queue.breaker.state(), isHeld, this.#ports.clock.now());
    });
  }

  /** A waiting order that did not fail lately, any of them: its neighbours may all be ill in the same way. */
  #probeOf({ breaker }: ConnectionQueue, ids: readonly string[]): string | null {
    const { clock, random } = this.#ports;
    const untried = this.#rows(ids.filter((id) => !breaker.hasFailed(id)));
    const rows = untried.filter((row) => remainingRetryAfter(row, clock.now()) === 0);
    const proven = rows.filter(({ failure, fingerprint256 }) => failure === null && fingerprint256 !== null);
    const best = proven.length > 0 ? proven : rows;
    return best[Math.floor(random() * best.length)]?.id ?? null;
  }

  #run(poll: Poll): void {
    const { orders, source } = this.#ports;
    const order = orders.get(poll.orderId);
    if (order === null) {
      poll.queue.end(poll.orderId);
      return;
    }
    source.poll(order.source, { known: this.#bodies.digest(order.id), signal: poll.controller.signal }).then(
      (answer) => this.#answered({ poll, end: { answer } }),
      (bug: unknown) => this.#answered({ poll, end: { bug } }),
    );
  }

  #answered(answered: AnsweredPoll): void {
    this.#results.add(answered);
    // After a success the next request need not wait for the evaluation. An error may concern the whole connection.
    if (this.#results.size > MAX_UNEVALUATED || !isSuccess(answered.end)) return;
    answered.poll.queue.answered(answered.poll.orderId);
    this.#pump();
  }

  #evaluate({ poll, end }: AnsweredPoll): EvaluatedPoll {
    const { queue } = poll;
    const order = this.#ports.orders.get(poll.orderId);
    this.#hear(queue, end);
    const circumstances = {
      isAborted: poll.controller.signal.aborted,
      knownBody: this.#bodies.digest(poll.orderId),
      offline: this.#isOffline(queue),
      outdated: queue.isOutdated(poll),
    };
    const evaluation =
      order === null ? null : evaluatePoll(order, end, circumstances, this.#ports, this.#logBug);
    if (evaluation?.breaker !== undefined) queue.record(poll, evaluation.breaker);
    if (evaluation?.isOffline) queue.withdrawRequests();
    queue.answered(poll.orderId);
    return { poll, evaluation };
  }

  /** A service on this machine says nothing of the network. */
  #hear({ connectionId }: ConnectionQueue, end: PollEnd): void {
    const { connectivity, reachableOffline } = this.#ports;
    const isReached = wasReached(end);
    if (isReached !== null && !reachableOffline(connectionId)) connectivity.heard(isReached);
  }

  #save(batch: readonly EvaluatedPoll[]): void {
    const { orders } = this.#ports;
    // Since the evaluation an order may have been removed, or its poll aborted.
    const isValid = ({ poll }: EvaluatedPoll) =>
      !poll.controller.signal.aborted && orders.get(poll.orderId) !== null;
    const outcomes = batch.filter(isValid).flatMap(({ evaluation }) => evaluation?.outcome ?? []);
    const saved = saveOutcomes(orders, outcomes, this.#logBug);
    for (const each of batch) {
      const { poll, evaluation } = each;
      poll.queue.end(poll.orderId);
      const order = orders.get(poll.orderId);
      if (evaluation === null || order === null) continue;
      const result = saved.get(order.id);
      // Back-off and `Retry-After` are minimums.
      const mayBeEarly = order.failure === null;
      const delayMs = isValid(each) ? delayAfterSave(evaluation, result, order, this.#ports) : 0;
      poll.queue.plan(order.id, delayMs, { mayBeEarly });
      if (result?.kind === 'saved') this.#bodies.learn(order.id, evaluation);
      else if (result !== undefined) this.#bodies.forget(order.id);
    }
    const results = [...saved.values()].flatMap(({ result }) => result ?? []);
    this.#requests.ended(results);
    if (results.length > 0) this.#polled.fire(results);
    this.#confirmations.schedule();
    this.#pump();
  }

  #ordersChanged({ upserts, removed }: OrdersChange): void {
    const { settings, clock } = this.#ports;
    for (const id of removed) {
      this.#bodies.forget(id);
      this.#queues.drop(id);
    }
    const fresh = this.#rows(upserts).filter((order) => !this.#queues.has(order));
    this.#planAll(fresh, (order) => delayOnWaking(order, settings(), clock.now()));
    if (removed.length + fresh.length > 0) this.#pump();
  }

  #settingsChanged(settings: Settings): void {
    const { orders, clock, random } = this.#ports;
    const now = clock.now();
    const plans: NextPoll[] = [];
    for (const order of orders.list()) {
      const delayMs = delayWithSettings(order, settings, now, random);
      const isSooner = this.#queues.of(order.source.connectionId).advance(order.id, delayMs);
      if (isSooner) plans.push({ orderId: order.id, nextPollAt: now + delayMs });
    }
    this.#storePlans(plans);
    this.#pump();
  }

  #storePlans(plans: readonly NextPoll[]): void {
    if (!this.#isRunning || plans.length === 0) return;
    this.#ports.orders.setNextPolls(plans.slice(0, PLANS_PER_TURN));
    this.#ports.scheduler.after(0, () => this.#storePlans(plans.slice(PLANS_PER_TURN)));
  }

  #planAll(orders: readonly PulledOrderRow[], delayMs: (order: PulledOrderRow) => number): void {
    for (const order of orders) this.#queues.of(order.source.connectionId).plan(order.id, delayMs(order));
  }

  /** Waiting orders with a `Retry-After`: it does not apply to another token or another address. */
  #held(queue: ConnectionQueue): readonly string[] {
    const now = this.#ports.clock.now();
    const held = this.#rows(queue.waitingIds()).filter((order) => remainingRetryAfter(order, now) > 0);
    return held.map(({ id }) => id);
  }

  #planNow(queue: ConnectionQueue, ids: readonly string[]): void {
    const now = this.#ports.clock.now();
    this.#storePlans(this.#held(queue).map((orderId) => ({ orderId, nextPollAt: now })));
    for (const { id } of this.#rows(ids)) queue.plan(id, 0);
  }

  #isOffline({ connectionId }: ConnectionQueue): boolean {
    const { connectivity, reachableOffline } = this.#ports;
    return !connectivity.online() && !reachableOffline(connectionId);
  }

  #rows(ids: readonly string[]): readonly PulledOrderRow[] {
    return ids.flatMap((id) => this.#ports.orders.get(id) ?? []);
  }
}
