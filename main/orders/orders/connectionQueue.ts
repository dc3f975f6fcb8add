import { isDeepStrictEqual } from 'node:util';
import type { Random } from '#main/platform/backoff.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { TimerQueue } from '#main/platform/timerQueue.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ACTIVE, CircuitBreaker } from './circuitBreaker.ts';

/** A poll that was started and whose result is not stored yet. */
export interface Poll {
  readonly orderId: string;
  readonly queue: ConnectionQueue;
  readonly controller: AbortController;
  readonly epoch: number;
}

/** How a poll is planned. */
export interface PlanOptions {
  /** Before all that are not. */
  readonly isUrgent?: boolean;
  /** Whether the poll may come a little earlier, together with another one: each wakes the computer. */
  readonly mayBeEarly?: boolean;
}

/** A poll that may be early comes this much earlier at most, and at most by this part of its delay. */
const EARLY_MS = MINUTE_MS;
const EARLY_SHARE = 0.02;

/** The polls of one connection. Each of its orders either waits for its time or is being polled. */
export class ConnectionQueue {
  readonly connectionId: string;
  readonly breaker: CircuitBreaker;
  readonly #clock: Clock;
  readonly #waiting = new TimerQueue();
  readonly #polls = new Map<string, Poll>();
  /** Polls with an answer that is not stored yet. */
  readonly #answered = new Set<string>();
  #epoch = 0;

  constructor(connectionId: string, clock: Clock, random: Random) {
    this.connectionId = connectionId;
    this.breaker = new CircuitBreaker(clock, random);
    this.#clock = clock;
  }

  get size(): number {
    return this.#waiting.size + this.#polls.size;
  }

  has(orderId: string): boolean {
    return this.isPolling(orderId) || this.#waiting.get(orderId) !== null;
  }

  isPolling(orderId: string): boolean {
    return this.#polls.has(orderId);
  }

  waitingIds(): string[] {
    return this.#waiting.ids();
  }

  firstWaiting(): string | null {
    return this.#waiting.first()?.id ?? null;
  }

  /** Requests without an answer. */
  get inFlight(): number {
    return this.#polls.size - this.#answered.size;
  }

  pollingIds(): string[] {
    return [...this.#polls.keys()];
  }

  /** Plans an order `delayMs` from now, unless it is being polled. */
  plan(orderId: string, delayMs: number, { isUrgent = false, mayBeEarly = false }: PlanOptions = {}): void {
    if (this.isPolling(orderId)) return;
    const earlyMs = mayBeEarly ? Math.min(EARLY_MS, delayMs * EARLY_SHARE) : 0;
    const dueAt = this.#clock.monotonic() + delayMs;
    this.#waiting.set({ id: orderId, dueAt, earlyMs, urgent: isUrgent });
  }

  /** Brings a waiting order's poll forward; never postpones it. @returns whether it did */
  advance(orderId: string, delayMs: number): boolean {
    const planned = this.#waiting.get(orderId);
    if (planned === null || planned.dueAt <= this.#clock.monotonic() + delayMs) return false;
    this.plan(orderId, delayMs);
    return true;
  }

  /** Removes an order, and aborts its poll. */
  drop(orderId: string): void {
    this.#waiting.delete(orderId);
    this.#polls.get(orderId)?.controller.abort();
  }

  /**
   * Starts the next poll if one may start now.
   * @param findProbe names an order that did not fail lately and may be polled before it is due, to find out whether the
   * service is back
   */
  start(findProbe: () => string | null): Poll | null {
    // The result of a probe is stored before the next probe starts.
    if (!this.breaker.admits(this.breaker.halfOpen ? this.#polls.size : this.inFlight)) return null;
    const orderId = this.#next(findProbe);
    if (orderId === null) return null;
    this.#waiting.delete(orderId);
    const poll = { orderId, queue: this, controller: new AbortController(), epoch: this.#epoch };
    this.#polls.set(orderId, poll);
    return poll;
  }

  /** A poll is no longer in flight. */
  answered(orderId: string): void {
    if (this.isPolling(orderId)) this.#answered.add(orderId);
  }

  /** Ends a poll. Its order is not planned until `plan`. */
  end(orderId: string): void {
    this.#answered.delete(orderId);
    this.#polls.delete(orderId);
  }

  /** Whether the connection or its token changed after a poll was started. */
  isOutdated(poll: Poll): boolean {
    return poll.epoch !== this.#epoch;
  }

  /** The connection or its token changed: earlier failures no longer count. */
  renew(): void {
    this.#epoch += 1;
    this.breaker.reset();
  }

  abortAll(): void {
    for (const { controller } of this.#polls.values()) controller.abort();
  }

  /** Monotonic ms at which to try to start another poll; `Infinity`: only an event can allow one, such as the end of a poll. */
  wakeAt(): number {
    const first = this.#waiting.first();
    if (first === null) return Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    const retryAt = this.breaker.retryAt();
    if (retryAt > now) return retryAt;
    return first.dueAt > now ? first.dueAt : Number.POSITIVE_INFINITY;
  }

  #next(findProbe: () => string | null): string | null {
    const first = this.#waiting.first();
    if (first === null) return null;
    const isDue = first.dueAt - (first.earlyMs ?? 0) <= this.#clock.monotonic();
    const { halfOpen } = this.breaker;
    if (isDue && (first.urgent || !halfOpen || !this.breaker.hasFailed(first.id))) return first.id;
    return (halfOpen ? findProbe() : null) ?? (isDue ? first.id : null);
  }
}

export interface PollingStateChange {
  readonly connectionId: string;
  readonly state: PollingState;
}

/** The queues of all connections, made when first needed. */
export class ConnectionQueues {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #queues = new Map<string, ConnectionQueue>();
  readonly #emittedStates = new Map<string, PollingState>();
  #emittedIds: readonly string[] = [];
  readonly #pollingChanged = new Emitter<readonly string[]>('connectionQueues.pollingChanged');
  readonly #stateChanged = new Emitter<PollingStateChange>('connectionQueues.stateChanged');

  readonly onDidChangePolling = this.#pollingChanged.event;
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(clock: Clock, random: Random, logger: Logger) {
    this.#clock = clock;
    this.#random = random;
    this.#logger = logger;
  }

  of(connectionId: string): ConnectionQueue {
    const queue =
      this.#queues.get(connectionId) ?? new ConnectionQueue(connectionId, this.#clock, this.#random);
    this.#queues.set(connectionId, queue);
    return queue;
  }

  all(): readonly ConnectionQueue[] {
    return [...this.#queues.values()];
  }

  pollingIds(): readonly string[] {
    return this.all().flatMap((queue) => queue.pollingIds());
  }

  has({ id, source }: Pick<PulledOrderRow, 'id' | 'source'>): boolean {
    return this.of(source.connectionId).has(id);
  }

  drop(orderId: string): void {
    for (const queue of this.all()) queue.drop(orderId);
  }

  remove(connectionId: string): void {
    this.#queues.get(connectionId)?.abortAll();
    this.#queues.delete(connectionId);
    this.#emittedStates.delete(connectionId);
  }

  /** Fires events for what differs from the last ones. */
  emitChanges(): void {
    for (const { connectionId, breaker } of this.all()) {
      const state = breaker.state();
      const emitted = this.#emittedStates.get(connectionId) ?? ACTIVE;
      if (isDeepStrictEqual(state, emitted)) continue;
      this.#emittedStates.set(connectionId, state);
      if (state.kind !== emitted.kind)
        this.#logger.info('Polling of a connection changed', { connectionId, state: state.kind });
      this.#stateChanged.fire({ connectionId, state });
    }
    const ids = this.pollingIds();
    const before = this.#emittedIds;
    // Called for each answer: these are only strings.
    if (ids.length === before.length && ids.every((id, place) => id === before[place])) return;
    this.#emittedIds = ids;
    this.#pollingChanged.fire(ids);
  }
}
