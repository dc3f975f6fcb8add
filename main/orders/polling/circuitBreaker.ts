import type { Random } from '#main/platform/backoff.ts';
import type { Clock } from '#main/platform/time.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { MAX_MANUAL_WAIT_MS, retryAfterMs } from '#shared/domain/serviceWait.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { concernsConnection, MAX_IN_FLIGHT, PROBE_AFTER_FAILURES, probeDelay } from './pollPlan.ts';

type ConnectionEffect = 'answered' | 'unreached' | 'refused' | 'noToken';

export const ACTIVE: PollingState = { kind: 'active' };
const WAITING: PollingState = { kind: 'waitingForToken' };

/** A keychain can be unlocked, or start, without an event. */
const KEYCHAIN_RETRY_MS = 5 * MINUTE_MS;

/** Decides how many polls may be in flight: after failures in a row one, as a probe; without a valid token none. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #random: Random;
  /** Orders that failed since the last answer. A single order can fail for other reasons. */
  readonly #failed = new Set<string>();
  #failures = 0;
  #state: PollingState = ACTIVE;
  /** Monotonic ms from which a probe may start. */
  #retryAt = 0;
  /** Monotonic ms at which probing began, and of the last answer. */
  #openedAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Monotonic ms of the last failure, and its `Retry-After` in ms. */
  #held = { at: 0, ms: 0 };

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  state(): PollingState {
    return this.#state;
  }

  /** Whether polls go one at a time, as probes. */
  get halfOpen(): boolean {
    return this.#state.kind !== 'active';
  }

  hasFailed(orderId: string): boolean {
    return this.#failed.has(orderId);
  }

  /** Whether another poll may start. @param now monotonic ms */
  admits(inFlight: number, now: number): boolean {
    return inFlight < (this.halfOpen ? 1 : MAX_IN_FLIGHT) && now >= this.retryAt();
  }

  /** Monotonic ms from which polls may start; `Infinity`: not before the user does something. */
  retryAt(): number {
    switch (this.#state.kind) {
      case 'active':
        return 0;
      case 'rejected':
        return Number.POSITIVE_INFINITY;
      case 'probing':
      case 'waitingForToken':
        return this.#retryAt;
    }
  }

  /** Whether a poll was started before probing began: its end says nothing about the service now. */
  isFromBefore(startedAt: number): boolean {
    return this.#state.kind === 'probing' && startedAt < this.#openedAt;
  }

  /**
   * Records the result of a poll: `null` for a success.
   * @param orders number of orders of the connection
   * @param startedAt when the poll was started, monotonic ms; left out: just now
   */
  record(orderId: string, error: AppError | null, orders: number, startedAt = this.#clock.monotonic()): void {
    switch (connectionEffect(error)) {
      case 'refused':
        this.#refused(error);
        return;
      case 'noToken':
        if (this.#state.kind === 'rejected') return;
        this.#state = WAITING;
        this.#retryAt = isUnlockable(error)
          ? this.#clock.monotonic() + KEYCHAIN_RETRY_MS
          : Number.POSITIVE_INFINITY;
        return;
      case 'unreached':
        if (error !== null) this.#unreached(orderId, error, orders, startedAt);
        return;
      case 'answered':
        this.#failed.clear();
        this.#failures = 0;
        this.#answeredAt = this.#clock.monotonic();
        // A poll that was started before the token was refused says nothing about the token.
        if (this.#state.kind !== 'rejected') this.#state = ACTIVE;
    }
  }

  /** The network is back, or the machine woke up: a probe may start at once, but not before `Retry-After`. */
  tryProbe(): void {
    this.#retryWithin(this.#held.ms);
  }

  /** The user asked for a poll: as `tryProbe`, with a `Retry-After` of an hour at most. */
  tryProbeForUser(): void {
    this.#retryWithin(Math.min(this.#held.ms, MAX_MANUAL_WAIT_MS));
  }

  reset(): void {
    this.#failed.clear();
    this.#failures = 0;
    this.#state = ACTIVE;
  }

  #refused(error: AppError | null): void {
    if (this.#state.kind === 'rejected') return;
    const status = error?.kind === 'unauthorized' ? error.status : 0;
    this.#state = { kind: 'rejected', since: this.#clock.now(), status };
  }

  #unreached(orderId: string, error: AppError, orders: number, startedAt: number): void {
    // The service answered others meanwhile: it is the order that gets no answer.
    if (error.kind === 'timeout' && startedAt < this.#answeredAt) return;
    this.#failed.add(orderId);
    if (this.isFromBefore(startedAt) && retryAfterMs(error) === 0) return;
    this.#failures += 1;
    if (this.#state.kind === 'rejected') return;
    const isWide = this.#failed.size > 1 || orders === 1;
    if (this.#state.kind === 'active' && (this.#failures < PROBE_AFTER_FAILURES || !isWide)) return;
    const since = this.#state.kind === 'probing' ? this.#state.since : this.#clock.now();
    const now = this.#clock.monotonic();
    const probes = Math.max(1, this.#failures - PROBE_AFTER_FAILURES + 1);
    this.#retryAt = now + probeDelay(probes, error, this.#random);
    this.#held = { at: now, ms: retryAfterMs(error) };
    if (this.#state.kind !== 'probing') this.#openedAt = now;
    this.#state = { kind: 'probing', since, error, retryAt: this.#retryTime() };
  }

  #retryWithin(waitMs: number): void {
    const earliest = this.#held.at + waitMs;
    if (earliest >= this.#retryAt) return;
    this.#retryAt = earliest;
    if (this.#state.kind === 'probing') this.#state = { ...this.#state, retryAt: this.#retryTime() };
  }

  /** The time of the next probe by the system clock, Unix ms. */
  #retryTime(): number {
    return Math.round(this.#clock.now() + this.#retryAt - this.#clock.monotonic());
  }
}

/** What a poll's result says about its connection. An error about one order is an answer too. */
export function connectionEffect(error: AppError | null): ConnectionEffect {
  switch (error?.kind) {
    case 'unauthorized':
      return 'refused';
    case 'tokenMissing':
    case 'keychainLocked':
    case 'keychainDenied':
    case 'keychainTimedOut':
    case 'keychainUnavailable':
      return 'noToken';
    default:
      return error != null && concernsConnection(error) ? 'unreached' : 'answered';
  }
}

/** Whether another try may succeed without the user. After a denial it would only prompt again. */
function isUnlockable(error: AppError | null): boolean {
  return error?.kind !== 'tokenMissing' && error?.kind !== 'keychainDenied';
}
