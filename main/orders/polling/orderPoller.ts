import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { isolated } from '#main/platform/errors.ts';
import { LATE_MS } from '#main/platform/time.ts';
import type { MaterialSource } from '#main/x509/material.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { NextPoll } from '../list/orderRecord.ts';
import type { OrdersChange } from '../list/orderSource.ts';
import type { ConnectionQueue, Poll } from './connectionQueue.ts';
import { ConnectionQueues, type PollingStateChange } from './connectionQueues.ts';
import { type AnsweredPoll, isSuccess, type PollEnd } from './evaluatePoll.ts';
import { logPollBug, type PollAnswerPorts, PollAnswers } from './pollAnswers.ts';
import {
  delayOnResume,
  delayOnWaking,
  delayWithSettings,
  remainingForUser,
  remainingRetryAfter,
} from './pollPlan.ts';
import { PollRequests, type PollResult, skipReason } from './pollResults.ts';

export interface OrderPollerPorts extends PollAnswerPorts {
  readonly source: Pick<MaterialSource, 'poll'>;
  /** Fires after sleep, and when the clock was set. */
  readonly onDidJump: Event<void>;
  /** Fires now and then: looks whether a poll missed its time. */
  readonly onDidCompare: Event<void>;
  readonly onDidChangeSettings: Event<Settings>;
}

/** Poll times stored per turn of the event loop, so that it is not blocked. */
const PLANS_PER_TURN = 200;

/** Longer than the limits of a request, its retries and its evaluation together: such a poll never ends. */
const STUCK_MS = 15 * MINUTE_MS;

/** With more answers than this waiting for evaluation, an answer does not let a further request start. */
const MAX_UNEVALUATED = 32;

/**
 * Polls each order in its time, and stores the results. It has its own queues, not a `DueRunner`: how many requests run at
 * once follows from the answers of each connection, and evaluation holds requests back.
 */
export class OrderPoller implements Disposable {
  readonly #ports: OrderPollerPorts;
  readonly #queues: ConnectionQueues;
  readonly #answers: PollAnswers;
  readonly #requests = new PollRequests();
  readonly #polled = new Emitter<readonly PollResult[]>('orderPoller.polled');
  #resources: Disposable[] = [];
  #timer: Disposable | null = null;
  #isRunning = false;
  readonly #logBug = (bug: unknown) => logPollBug(this.#ports.logger, bug);

  /** Polls ended, planned or requested ones. The orders show the results already. */
  readonly onDidPoll = this.#polled.event;
  readonly onDidChangePolling: Event<readonly string[]>;
  readonly onDidChangeState: Event<PollingStateChange>;

  constructor(ports: OrderPollerPorts) {
    this.#ports = ports;
    this.#queues = new ConnectionQueues(ports.clock, ports.random, ports.logger);
    this.#answers = new PollAnswers(ports, {
      isExpecting: () => this.#queues.all().some((queue) => queue.inFlight > 0),
      isOffline: (queue) => this.#isOffline(queue),
      isWaitedFor: (orderId) => this.#requests.waitsFor(orderId),
      evaluated: () => this.#pump(),
      ended: (stored, others) => {
        this.#requests.ended([...stored, ...others]);
        if (stored.length > 0) this.#polled.fire(stored);
        this.#pump();
      },
    });
    this.onDidChangePolling = this.#queues.onDidChangePolling;
    this.onDidChangeState = this.#queues.onDidChangeState;
  }

  /** Polls every order that was not polled lately, and from then on each in its time. */
  start(): void {
    const { orders, connectivity, clock, onDidJump, onDidCompare, onDidChangeSettings } = this.#ports;
    this.#isRunning = true;
    this.#resources = [
      orders.onDidChange(['existence'], (change) => this.#ordersChanged(change)),
      connectivity.onDidChange(() => this.resumed()),
      onDidChangeSettings((settings) => this.#settingsChanged(settings)),
      onDidJump(() => this.resumed()),
      onDidCompare(() => this.#catchUp()),
    ];
    // Orders that the user asked for before the start are planned already.
    const unplanned = orders.list().filter((order) => !this.#queues.has(order));
    this.#planAll(unplanned, (order) => delayOnWaking(order, this.#ports.settings(), clock.now()));
    this.#pump();
  }

  /** Aborts every poll, and writes the confirmations that are left. Nothing is written after this. */
  dispose(): void {
    this.#isRunning = false;
    this.#answers.dispose();
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
    for (const id of [...queue.waitingIds(), ...queue.pollingIds()]) this.#answers.forget(id);
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

  /** Whether a poll is in flight that never ends. */
  isStuck(): boolean {
    const before = this.#ports.clock.monotonic() - STUCK_MS;
    return this.#queues.all().some((queue) => queue.startedBefore(before).length > 0);
  }

  /** By how many ms the poll that is due longest is late; 0: none is, or its connection allows none now. */
  overdueMs(): number {
    const now = this.#ports.clock.monotonic();
    const late = this.#queues.all().map((queue) => (this.#mayStart(queue) ? queue.overdueMs(now) : 0));
    return Math.max(0, ...late);
  }

  /** No poll rests on one timer: what is due starts. A poll that never ends is given up. */
  #catchUp(): void {
    const { clock, logger } = this.#ports;
    const lateMs = Math.round(this.overdueMs());
    const started = this.#pump();
    if (started > 0 && lateMs > LATE_MS) logger.warn('Polls were late', { count: started, lateMs });
    const before = clock.monotonic() - STUCK_MS;
    const stuck = this.#queues.all().flatMap((queue) => queue.startedBefore(before));
    if (stuck.length > 0) logger.warn('Polls did not end', { count: stuck.length });
    for (const { controller } of stuck) controller.abort();
  }

  /** Starts the polls that may start, sets the timer for the next, and emits what changed. @returns how many it started */
  #pump(): number {
    if (!this.#isRunning) return 0;
    const { clock, scheduler } = this.#ports;
    let started = 0;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues.all()) {
      // What fails for one connection must not end the polls of the others.
      isolated('orderPoller.pump', () => {
        while (this.#mayStart(queue)) {
          const step = queue.step(clock.monotonic(), (ids) => this.#probeOf(queue, ids));
          if ('wakeAt' in step) {
            wakeAt = Math.min(wakeAt, step.wakeAt);
            return;
          }
          started += 1;
          void this.#run(step.poll);
        }
      });
    }
    this.#timer?.dispose();
    this.#timer = null;
    if (wakeAt < Number.POSITIVE_INFINITY)
      this.#timer = scheduler.after(wakeAt - clock.monotonic(), () => this.#pump());
    this.#queues.emitChanges();
    this.#requests.check((orderId) => this.#unpolled(orderId));
    return started;
  }

  /** What to tell who waits for an order that cannot be polled now; `null`: it is polled, or will be in its turn. */
  #unpolled(orderId: string): PollResult | null {
    try {
      const order = this.#ports.orders.get(orderId);
      if (order === null) return { orderId, kind: 'skipped', reason: { kind: 'unknownOrder' } };
      const queue = this.#queues.of(order.source.connectionId);
      if (queue.isPolling(orderId)) return null;
      const isHeld = this.#isOffline(queue) && !queue.isRequested(orderId);
      const reason = skipReason(order, queue.breaker.state(), isHeld, this.#ports.clock.now());
      return reason && { orderId, kind: 'skipped', reason };
    } catch (bug) {
      this.#logBug(bug);
      return { orderId, kind: 'failed', error: { kind: 'internal' } };
    }
  }

  /** A guess delays what is planned, and does not forbid what the user asks for. */
  #mayStart(queue: ConnectionQueue): boolean {
    return !this.#isOffline(queue) || queue.isRequested();
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

  async #run(poll: Poll): Promise<void> {
    this.#answered({ poll, end: await this.#ask(poll) });
  }

  async #ask({ orderId, controller }: Poll): Promise<PollEnd> {
    const { orders, source } = this.#ports;
    try {
      const order = orders.get(orderId);
      if (order === null) throw new Error('There is no such order');
      const options = { known: this.#answers.knownBody(orderId), signal: controller.signal };
      return { answer: await source.poll(order.source, options) };
    } catch (bug) {
      return { bug };
    }
  }

  #answered(answered: AnsweredPoll): void {
    // After a success the next request need not wait for the evaluation. An error may concern the whole connection.
    if (this.#answers.add(answered) > MAX_UNEVALUATED || !isSuccess(answered.end)) return;
    answered.poll.queue.answered(answered.poll.orderId);
    this.#pump();
  }

  #ordersChanged({ upserts, removed }: OrdersChange): void {
    const { settings, clock } = this.#ports;
    for (const id of removed) {
      this.#answers.forget(id);
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
