import type { Clock } from '#main/platform/time.ts';
import { TimerQueue } from '#main/platform/timerQueue.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import type { Random } from './pollPlan.ts';

/** One poll under way. */
export interface Poll {
  readonly orderId: string;
  readonly controller: AbortController;
  /** The lane's epoch when it started. */
  readonly epoch: number;
}

/** The polls of one connection: which order is next, which are under way. An order is either waiting or under way. */
export class ConnectionQueue {
  readonly connectionId: string;
  readonly gate: CircuitBreaker;
  readonly #clock: Clock;
  readonly #waiting = new TimerQueue();
  readonly #underWay = new Map<string, Poll>();
  /** Of those under way: answered, and yet to be judged or written. */
  readonly #answered = new Set<string>();
  #epoch = 0;

  constructor(connectionId: string, clock: Clock, random: Random) {
    this.connectionId = connectionId;
    this.gate = new CircuitBreaker(clock, random);
    this.#clock = clock;
  }

  /** How many orders the lane has. */
  get size(): number {
    return this.#waiting.size + this.#underWay.size;
  }

  has(orderId: string): boolean {
    return this.#underWay.has(orderId) || this.#waiting.get(orderId) !== null;
  }

  waitingIds(): string[] {
    return this.#waiting.ids();
  }

  /** The waiting order that is due first. */
  firstWaiting(): string | null {
    return this.#waiting.first()?.id ?? null;
  }

  /** How many requests wait for their answer. */
  get inTheAir(): number {
    return this.#underWay.size - this.#answered.size;
  }

  isUnderWay(orderId: string): boolean {
    return this.#underWay.has(orderId);
  }

  underWayIds(): string[] {
    return [...this.#underWay.keys()];
  }

  /** Plans an order, unless it is being asked now. `delayMs` from now. */
  plan(orderId: string, delayMs: number, urgent = false): void {
    if (this.#underWay.has(orderId)) return;
    this.#waiting.set({ id: orderId, dueAt: this.#clock.monotonic() + delayMs, urgent });
  }

  /** Brings a waiting order's poll forward; never puts it off. Gives whether it did. */
  advance(orderId: string, delayMs: number): boolean {
    const planned = this.#waiting.get(orderId);
    if (planned === null || planned.dueAt <= this.#clock.monotonic() + delayMs) return false;
    this.plan(orderId, delayMs);
    return true;
  }

  /** Forgets an order, and gives up its poll. */
  drop(orderId: string): void {
    this.#waiting.delete(orderId);
    this.#underWay.get(orderId)?.controller.abort();
  }

  /**
   * Starts the next poll if one may start now.
   * @param findCanary names an order that is not suspect and may be asked before it is due: a better probe than one
   * that failed a moment ago
   */
  start(findCanary: () => string | null): Poll | null {
    // What a probe brought is written before the next one goes.
    if (!this.gate.admits(this.gate.halfOpen ? this.#underWay.size : this.inTheAir)) return null;
    const orderId = this.#next(findCanary);
    if (orderId === null) return null;
    this.#waiting.delete(orderId);
    const poll = { orderId, controller: new AbortController(), epoch: this.#epoch };
    this.#underWay.set(orderId, poll);
    return poll;
  }

  /** Takes a poll's request out of the air. */
  answered(orderId: string): void {
    if (this.#underWay.has(orderId)) this.#answered.add(orderId);
  }

  /** Ends a poll: its order waits again once it is planned. */
  end(orderId: string): void {
    this.#answered.delete(orderId);
    this.#underWay.delete(orderId);
  }

  /** Whether a poll started before the connection or its token changed. */
  isOutdated(poll: Poll): boolean {
    return poll.epoch !== this.#epoch;
  }

  /** What was asked so far was asked with another token, or at another address. */
  renew(): void {
    this.#epoch += 1;
    this.gate.reset();
  }

  abortAll(): void {
    for (const { controller } of this.#underWay.values()) controller.abort();
  }

  /**
   * Monotonic ms at which to try to start another poll; `Infinity`: not before something happens, such as the end of
   * a poll that is under way.
   */
  wakeAt(): number {
    const first = this.#waiting.first();
    if (first === null) return Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    const retryAt = this.gate.retryAt();
    if (retryAt > now) return retryAt;
    return first.dueAt > now ? first.dueAt : Number.POSITIVE_INFINITY;
  }

  #next(findCanary: () => string | null): string | null {
    const first = this.#waiting.first();
    if (first === null) return null;
    const isDue = first.dueAt <= this.#clock.monotonic();
    if (isDue && (first.urgent || !this.gate.halfOpen || !this.gate.isSuspect(first.id))) return first.id;
    return (this.gate.halfOpen ? findCanary() : null) ?? (isDue ? first.id : null);
  }
}
