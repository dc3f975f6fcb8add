import type { Connectivity } from '#main/platform/connectivity.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { monitorSystemTime } from '#main/platform/monitorSystemTime.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { PollSource } from '#main/x509/material.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { ConfirmationWriter } from './confirmationWriter.ts';
import { ConnectionQueue, type Poll } from './connectionQueue.ts';
import type { NextPoll } from './orderRecord.ts';
import type { OrdersChange } from './orderService.ts';
import { PollingNews, type PollingStateChange } from './pollingNews.ts';
import { PollJudge, type PollJudgePorts } from './pollJudge.ts';
import { delayAfterSuccess, delayOnWaking, remainingForPerson, remainingRetryAfter } from './pollPlan.ts';
import { PollRequests, type PollResult, type SkipReason } from './pollRequests.ts';
import { type Arrival, Arrivals } from './pollResultQueue.ts';

export interface OrderPollerPorts extends PollJudgePorts {
  readonly source: PollSource;
  readonly scheduler: Scheduler;
  readonly connectivity: Connectivity;
  /** Whether a connection needs no network: its service is on this machine. */
  readonly reachableOffline: (connectionId: string) => boolean;
  readonly onDidChangeSettings: Event<Settings>;
  readonly logger: Logger;
}

/** Networks take a moment to come up, and a whole office wakes at once. */
const WAKE_JITTER_MS = 5000;

/** So many plans are noted in one go, to keep the event loop free. */
const PLANS_AT_ONCE = 200;

/** Decides when each order is asked for, asks, and hands what it finds to the OrderService. */
export class OrderPoller implements Disposable {
  readonly #ports: OrderPollerPorts;
  readonly #judge: PollJudge;
  readonly #arrivals: Arrivals;
  readonly #confirmations: ConfirmationWriter;
  readonly #lanes = new Map<string, ConnectionQueue>();
  readonly #news: PollingNews;
  readonly #requests = new PollRequests();
  readonly #polled = new Emitter<readonly PollResult[]>('orderPoller.polled');
  #resources: Disposable[] = [];
  #timer: Disposable | null = null;
  #isRunning = false;

  /** Ids of the orders that are being asked for. */
  readonly onDidChangePolling: Event<readonly string[]>;
  readonly onDidChangeState: Event<PollingStateChange>;
  /** Polls ended, whether they were planned or asked for. The orders show the results already. */
  readonly onDidPoll = this.#polled.event;

  constructor(ports: OrderPollerPorts) {
    this.#ports = ports;
    this.#judge = new PollJudge(ports);
    this.#arrivals = new Arrivals(ports, this.#judge, {
      isOffline: (lane) => this.#isOffline(lane),
      settled: () => {
        this.#confirmations.touch();
        this.#pump();
      },
      ended: (results) => {
        this.#requests.ended(results);
        this.#polled.fire(results);
      },
      isExpecting: () => [...this.#lanes.values()].some((lane) => lane.inTheAir > 0),
    });
    this.#confirmations = new ConfirmationWriter(ports.orders, ports.scheduler);
    this.#news = new PollingNews(ports.logger);
    this.onDidChangePolling = this.#news.onDidChangePolling;
    this.onDidChangeState = this.#news.onDidChangeState;
  }

  /** Asks for every order that was not asked for lately, and from then on for each in its time. */
  start(): void {
    const { orders, connectivity, clock, scheduler, onDidChangeSettings } = this.#ports;
    this.#isRunning = true;
    this.#resources = [
      orders.onDidChange((change) => this.#ordersChanged(change)),
      connectivity.onDidChange(() => this.#wake()),
      onDidChangeSettings((settings) => this.#settingsChanged(settings)),
      monitorSystemTime(clock, scheduler, () => this.#wake()),
    ];
    // What a person asked for meanwhile is planned already.
    const unplanned = orders.list().filter((order) => !this.#laneOf(order.source.connectionId).has(order.id));
    this.#planAll(unplanned, (order) => delayOnWaking(order, this.#ports.settings(), clock.now()));
    this.#pump();
  }

  /** Gives up every poll that is under way, and writes what was put off. Nothing is written after this. */
  dispose(): void {
    this.#isRunning = false;
    this.#arrivals.dispose();
    this.#confirmations.dispose();
    disposeAll(this.#resources);
    this.#timer?.dispose();
    for (const lane of this.#lanes.values()) lane.abortAll();
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
    const rows = ids === null ? orders.list() : ids.flatMap((id) => orders.get(id) ?? []);
    const plans: NextPoll[] = [];
    for (const order of rows) {
      const lane = this.#laneOf(order.source.connectionId);
      const waitMs = remainingForPerson(order, now);
      lane.plan(order.id, waitMs, waitMs === 0);
      lane.gate.tryProbeForUser();
      if (waitMs > 0) plans.push({ orderId: order.id, nextPollAt: now + waitMs });
    }
    this.#note(plans);
    const results = this.#requests.wait(ids ?? rows.map(({ id }) => id), signal);
    this.#pump();
    return results;
  }

  /** The token of a connection was replaced, removed or found: it gets another chance. */
  tokenChanged(connectionId: string): void {
    const lane = this.#laneOf(connectionId);
    const wasShut = ['rejected', 'waitingForToken'].includes(lane.gate.state().kind);
    lane.renew();
    // One poll is enough to find that the new token of a healthy connection is wrong.
    const ids = wasShut ? lane.waitingIds() : [lane.firstWaiting() ?? ''];
    this.#planNow(lane, [...ids, ...this.#held(lane)]);
    this.#pump();
  }

  /** The address or the CA of a connection changed: nothing of what it gave is taken for checked any more. */
  connectionChanged(connectionId: string): void {
    const lane = this.#laneOf(connectionId);
    lane.renew();
    lane.abortAll();
    for (const id of [...lane.waitingIds(), ...lane.underWayIds()]) this.#judge.forget(id);
    this.#planNow(lane, lane.waitingIds());
    this.#pump();
  }

  /** The connection is gone: its polls are given up. */
  connectionRemoved(connectionId: string): void {
    this.#lanes.get(connectionId)?.abortAll();
    this.#lanes.delete(connectionId);
    this.#news.forget(connectionId);
    this.#pump();
  }

  /** The machine woke up. */
  resumed(): void {
    this.#wake();
  }

  /** Ids of the orders that are being asked for. */
  polling(): readonly string[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.underWayIds());
  }

  pollingState(connectionId: string): PollingState {
    return this.#lanes.get(connectionId)?.gate.state() ?? { kind: 'active' };
  }

  /** Starts what may start, sets the timer for what comes next, and tells what changed. */
  #pump(): void {
    if (!this.#isRunning) return;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values()) {
      if (this.#isOffline(lane)) continue;
      for (let poll = this.#next(lane); poll !== null; poll = this.#next(lane)) this.#run(lane, poll);
      wakeAt = Math.min(wakeAt, lane.wakeAt());
    }
    this.#timer?.dispose();
    this.#timer = null;
    if (wakeAt < Number.POSITIVE_INFINITY) {
      const waitMs = wakeAt - this.#ports.clock.monotonic();
      this.#timer = this.#ports.scheduler.after(waitMs, () => this.#pump());
    }
    this.#tell();
    this.#requests.check((orderId) => this.#skipReason(orderId));
  }

  /** Why an order cannot be polled now; `null`: it is being polled, or will be in its turn. */
  #skipReason(orderId: string): SkipReason | null {
    const { orders, clock } = this.#ports;
    const order = orders.get(orderId);
    if (order === null) return { kind: 'unknownOrder' };
    const lane = this.#laneOf(order.source.connectionId);
    if (lane.isUnderWay(orderId)) return null;
    const { kind } = lane.gate.state();
    if (kind === 'rejected') return { kind };
    if (kind === 'waitingForToken') return { kind: 'noToken' };
    if (this.#isOffline(lane)) return { kind: 'offline' };
    const now = clock.now();
    const waitMs = remainingRetryAfter(order, now);
    if (waitMs > 0) return { kind: 'retryAfter', until: now + waitMs };
    return kind === 'probing' ? { kind } : null;
  }

  #next(lane: ConnectionQueue): Poll | null {
    const { orders, clock } = this.#ports;
    const now = clock.now();
    return lane.start(() => {
      const rows = lane.waitingIds().flatMap((id) => orders.get(id) ?? []);
      const canary = rows.find(
        (order) => !lane.gate.isSuspect(order.id) && remainingRetryAfter(order, now) === 0,
      );
      return canary?.id ?? null;
    });
  }

  #run(lane: ConnectionQueue, poll: Poll): void {
    const { orders, source } = this.#ports;
    const order = orders.get(poll.orderId);
    if (order === null) {
      lane.end(poll.orderId);
      return;
    }
    source
      .poll(order.source, { known: this.#judge.knownBody(order.id), signal: poll.controller.signal })
      .then(
        (answer) => this.#arrivals.add({ lane, poll, answer }),
        (bug: unknown) => this.#arrivals.add({ lane, poll, bug } satisfies Arrival),
      );
  }

  #ordersChanged({ upserts, removed }: OrdersChange): void {
    const { orders, settings, clock } = this.#ports;
    for (const id of removed) {
      this.#judge.forget(id);
      for (const lane of this.#lanes.values()) lane.drop(id);
    }
    const fresh = upserts
      .flatMap((id) => orders.get(id) ?? [])
      .filter((order) => !this.#laneOf(order.source.connectionId).has(order.id));
    this.#planAll(fresh, (order) => delayOnWaking(order, settings(), clock.now()));
    if (removed.length + fresh.length > 0) this.#pump();
  }

  #settingsChanged(settings: Settings): void {
    const { orders, clock, random } = this.#ports;
    const now = clock.now();
    const plans: NextPoll[] = [];
    for (const order of orders.list()) {
      const sinceMs = Math.max(0, now - (order.lastAttemptAt ?? now));
      const planMs = Math.max(
        delayAfterSuccess(order, settings, now, random) - sinceMs,
        remainingRetryAfter(order, now),
        0,
      );
      if (this.#laneOf(order.source.connectionId).advance(order.id, planMs)) {
        plans.push({ orderId: order.id, nextPollAt: now + planMs });
      }
    }
    this.#note(plans);
    this.#pump();
  }

  #note(plans: readonly NextPoll[]): void {
    if (!this.#isRunning || plans.length === 0) return;
    this.#ports.orders.setNextPolls(plans.slice(0, PLANS_AT_ONCE));
    this.#ports.scheduler.after(0, () => this.#note(plans.slice(PLANS_AT_ONCE)));
  }

  /** After sleep, a jump of the clock, or with the network back: what was planned may be long past. */
  #wake(): void {
    const { orders, settings, clock, random } = this.#ports;
    for (const { gate } of this.#lanes.values()) {
      // Some gates only a person opens.
      if (gate.retryAt() < Number.POSITIVE_INFINITY) gate.tryProbe();
    }
    this.#planAll(orders.list(), (order) => {
      const delayMs = delayOnWaking(order, settings(), clock.now());
      return delayMs > 0 ? delayMs : random() * WAKE_JITTER_MS;
    });
    this.#pump();
  }

  #planAll(orders: readonly PulledOrderRow[], delayMs: (order: PulledOrderRow) => number): void {
    for (const order of orders) this.#laneOf(order.source.connectionId).plan(order.id, delayMs(order));
  }

  /** Waiting orders of which the service asked to wait: with another token, or elsewhere, that no longer counts. */
  #held(lane: ConnectionQueue): readonly string[] {
    const { orders, clock } = this.#ports;
    const now = clock.now();
    const rows = lane.waitingIds().flatMap((id) => orders.get(id) ?? []);
    return rows.filter((order) => remainingRetryAfter(order, now) > 0).map(({ id }) => id);
  }

  #planNow(lane: ConnectionQueue, ids: readonly string[]): void {
    const now = this.#ports.clock.now();
    this.#note(this.#held(lane).map((orderId) => ({ orderId, nextPollAt: now })));
    for (const id of ids) if (this.#ports.orders.get(id) !== null) lane.plan(id, 0);
  }

  #isOffline(lane: ConnectionQueue): boolean {
    const { connectivity, reachableOffline } = this.#ports;
    return !connectivity.online() && !reachableOffline(lane.connectionId);
  }

  #laneOf(connectionId: string): ConnectionQueue {
    const { clock, random } = this.#ports;
    const lane = this.#lanes.get(connectionId) ?? new ConnectionQueue(connectionId, clock, random);
    this.#lanes.set(connectionId, lane);
    return lane;
  }

  #tell(): void {
    for (const [connectionId, lane] of this.#lanes) this.#news.state(connectionId, lane.gate.state());
    this.#news.polling(this.polling());
  }
}
