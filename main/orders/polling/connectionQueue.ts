import type { Random } from '#main/platform/backoff.ts';
import type { Clock } from '#main/platform/time.ts';
import { type TimerEntry, TimerQueue } from '#main/platform/timerQueue.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { CircuitBreaker } from './circuitBreaker.ts';

/** A poll that was started and whose result is not stored yet. */
export interface Poll {
  readonly orderId: string;
  readonly queue: ConnectionQueue;
  readonly controller: AbortController;
  readonly epoch: number;
  /** Monotonic ms. */
  readonly startedAt: number;
}

/**
 * What a queue does at one moment: it starts a poll, or says from when it could (monotonic ms). `Infinity`: only an event
 * can allow it, such as the end of a poll.
 */
export type QueueStep = { readonly poll: Poll } | { readonly wakeAt: number };

/**
 * Names one of these waiting orders that did not fail lately and may be polled before it is due, to find out whether the
 * service is back; `null`: there is none.
 */
type FindProbe = (orderIds: readonly string[]) => string | null;

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

/** A request without an answer for so long no longer takes the place of another one. */
const SLOW_MS = 3000;
/** Slow requests of that kind; further ones keep their places. */
const MAX_SLOW = 16;
/** Places for orders whose last request timed out. One of them is tried even if others wait. */
const MAX_SILENT = 2;

/** The polls of one connection. Each of its orders either waits for its time or is being polled. */
export class ConnectionQueue {
  readonly connectionId: string;
  readonly breaker: CircuitBreaker;
  readonly #clock: Clock;
  readonly #waiting = new TimerQueue();
  /** Waiting orders whose last request timed out: many of them must not hold up the others. */
  readonly #silentWaiting = new TimerQueue();
  readonly #silent = new Set<string>();
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
    return this.#waiting.size + this.#silentWaiting.size + this.#polls.size;
  }

  has(orderId: string): boolean {
    return this.isPolling(orderId) || this.#planned(orderId) !== null;
  }

  isPolling(orderId: string): boolean {
    return this.#polls.has(orderId);
  }

  waitingIds(): string[] {
    return [...this.#waiting.ids(), ...this.#silentWaiting.ids()];
  }

  firstWaiting(): string | null {
    return (this.#waiting.first() ?? this.#silentWaiting.first())?.id ?? null;
  }

  /** Requests without an answer. */
  get inFlight(): number {
    return this.#polls.size - this.#answered.size;
  }

  /** The polls in flight that were started before a time (monotonic ms). */
  startedBefore(time: number): readonly Poll[] {
    return [...this.#polls.values()].filter(({ startedAt }) => startedAt < time);
  }

  pollingIds(): string[] {
    return [...this.#polls.keys()];
  }

  /** Plans an order `delayMs` from now, unless it is being polled, or the user asked for it and it waits for its turn. */
  plan(orderId: string, delayMs: number, { isUrgent = false, mayBeEarly = false }: PlanOptions = {}): void {
    if (this.isPolling(orderId) || this.isRequested(orderId)) return;
    const earlyMs = mayBeEarly ? Math.min(EARLY_MS, delayMs * EARLY_SHARE) : 0;
    const dueAt = this.#clock.monotonic() + delayMs;
    this.#unplan(orderId);
    const queue = this.#silent.has(orderId) ? this.#silentWaiting : this.#waiting;
    queue.set({ id: orderId, dueAt, earlyMs, urgent: isUrgent });
  }

  /** Whether the user asked for a poll that waits. @param orderId of this order; without it, of any */
  isRequested(orderId?: string): boolean {
    if (orderId !== undefined) return this.#planned(orderId)?.urgent === true;
    return [this.#waiting.first(), this.#silentWaiting.first()].some((entry) => entry?.urgent);
  }

  /** The user's requests wait like all others. */
  withdrawRequests(): void {
    for (const id of this.waitingIds()) {
      if (!this.isRequested(id)) continue;
      this.#unplan(id);
      this.plan(id, 0);
    }
  }

  /** Brings a waiting order's poll forward; never postpones it. @returns whether it did */
  advance(orderId: string, delayMs: number): boolean {
    const planned = this.#planned(orderId);
    if (planned === null || planned.dueAt <= this.#clock.monotonic() + delayMs) return false;
    this.plan(orderId, delayMs);
    return true;
  }

  /** Removes an order, and aborts its poll. */
  drop(orderId: string): void {
    this.#unplan(orderId);
    this.#silent.delete(orderId);
    this.#polls.get(orderId)?.controller.abort();
  }

  /**
   * Starts the next poll if one may start. The clock is read once for both halves of the answer: with two, an
   * order could become due between them, and be waited for by nobody.
   * @param now monotonic ms
   */
  step(now: number, findProbe: FindProbe): QueueStep {
    // The result of a probe is stored before the next probe starts.
    const inFlight = this.breaker.halfOpen ? this.#probing() : this.#placesTaken(now);
    const orderId = this.breaker.admits(inFlight, now) ? this.#next(now, findProbe) : null;
    if (orderId === null) return { wakeAt: this.#wakeAt(now) };
    this.#unplan(orderId);
    const poll = {
      orderId,
      queue: this,
      controller: new AbortController(),
      epoch: this.#epoch,
      startedAt: now,
    };
    this.#polls.set(orderId, poll);
    return { poll };
  }

  /** By how many ms the poll that is due longest is late (`now`: monotonic ms); 0: none is, or none may start now. */
  overdueMs(now: number): number {
    if (this.breaker.retryAt() > now) return 0;
    const due = [this.#waiting.first(), this.#silentWaiting.first()].map((entry) => entry?.dueAt ?? now);
    return Math.max(0, now - Math.min(...due));
  }

  /** A poll is no longer in flight. */
  answered(orderId: string): void {
    if (this.isPolling(orderId)) this.#answered.add(orderId);
  }

  /** Records the result of a poll in the circuit breaker. `null`: a success. */
  record({ orderId, startedAt }: Poll, error: AppError | null): void {
    if (error?.kind === 'timeout') this.#silent.add(orderId);
    else this.#silent.delete(orderId);
    this.breaker.record(orderId, error, this.size, startedAt);
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
    this.#silent.clear();
    for (const id of this.#silentWaiting.ids()) {
      const entry = this.#silentWaiting.get(id);
      this.#silentWaiting.delete(id);
      if (entry !== null) this.#waiting.set(entry);
    }
  }

  abortAll(): void {
    for (const { controller } of [...this.#polls.values()]) controller.abort();
  }

  #planned(orderId: string): TimerEntry | null {
    return this.#waiting.get(orderId) ?? this.#silentWaiting.get(orderId);
  }

  #unplan(orderId: string): void {
    this.#waiting.delete(orderId);
    this.#silentWaiting.delete(orderId);
  }

  #next(now: number, findProbe: FindProbe): string | null {
    const first = this.#first(now);
    if (first === null) return null;
    const due = isDue(first, now) ? first.id : null;
    if (!this.breaker.halfOpen) return due;
    const ids = this.waitingIds();
    // What the user asked for finds out as well as anything else whether the service is back.
    return findProbe(first.urgent ? ids.filter((id) => this.#planned(id)?.urgent) : ids) ?? due;
  }

  #first(now: number): TimerEntry | null {
    const other = this.#waiting.first();
    const silent = this.#silentWaiting.first();
    if (silent === null || !isDue(silent, now)) return other ?? (this.breaker.halfOpen ? silent : null);
    const isOtherDue = other !== null && isDue(other, now);
    const places = isOtherDue ? (this.breaker.halfOpen ? 0 : 1) : MAX_SILENT;
    return this.#unanswered().filter(({ orderId }) => this.#silent.has(orderId)).length < places
      ? silent
      : other;
  }

  /** When to try again; what is due already waits for a place. */
  #wakeAt(now: number): number {
    const waiting = [this.#waiting.first(), this.#silentWaiting.first()].filter((entry) => entry !== null);
    if (waiting.length === 0) return Number.POSITIVE_INFINITY;
    const retryAt = this.breaker.retryAt();
    if (retryAt > now) return retryAt;
    return Math.min(...waiting.map(({ dueAt }) => (dueAt > now ? dueAt : this.#nextSlowAt(now))));
  }

  #unanswered(): readonly Poll[] {
    return [...this.#polls.values()].filter(({ orderId }) => !this.#answered.has(orderId));
  }

  /** Requests that keep others from starting. */
  #placesTaken(now: number): number {
    const unanswered = this.#unanswered();
    const slow = unanswered.filter((poll) => slowAt(poll) <= now).length;
    return unanswered.length - Math.min(slow, MAX_SLOW);
  }

  /** Polls while the breaker is half open, without the slow ones that were started before. */
  #probing(): number {
    return [...this.#polls.values()].filter(({ startedAt }) => !this.breaker.isFromBefore(startedAt)).length;
  }

  /** When the next request becomes slow, monotonic ms. */
  #nextSlowAt(now: number): number {
    const times = this.#unanswered().map(slowAt);
    return Math.min(Number.POSITIVE_INFINITY, ...times.filter((at) => at > now));
  }
}

function isDue({ dueAt, earlyMs = 0 }: TimerEntry, now: number): boolean {
  return dueAt - earlyMs <= now;
}

/** From when a request is slow, monotonic ms. */
function slowAt({ startedAt }: Poll): number {
  return startedAt + SLOW_MS;
}
