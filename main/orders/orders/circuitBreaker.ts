import type { Clock } from '#main/platform/time.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { LONGEST_WAIT_OF_A_PERSON_MS, retryAfterMs } from '#shared/domain/serviceWait.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import {
  concernsConnection,
  MAX_IN_FLIGHT,
  PROBE_AFTER_FAILURES,
  probeDelay,
  type Random,
} from './pollPlan.ts';

/** What a poll's result says about its connection. */
export type Verdict = 'answered' | 'unreached' | 'refused' | 'noToken';

const ACTIVE: PollingState = { kind: 'active' };
const WAITING: PollingState = { kind: 'waitingForToken' };

/** A keychain may be unlocked, or come up, without a word to us. */
const KEYCHAIN_RETRY_MS = 5 * MINUTE_MS;

/**
 * Decides how many polls of one connection may be under way. It narrows to one probe at a time after failures in a
 * row, and closes when the service refuses the token or there is none.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #random: Random;
  /** Orders that failed since the last answer: were it one order alone, the fault would be its own. */
  readonly #suspects = new Set<string>();
  #failures = 0;
  #state: PollingState = ACTIVE;
  /** Monotonic ms from which a probe is let through. */
  #retryAt = 0;
  /** Monotonic ms of the last failure, and how long the service asked then not to come back. */
  #held = { at: 0, ms: 0 };

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  state(): PollingState {
    return this.#state;
  }

  /** Whether polls go one at a time, and what they ask is first of all whether the service is back. */
  get halfOpen(): boolean {
    return this.#state.kind !== 'active';
  }

  isSuspect(orderId: string): boolean {
    return this.#suspects.has(orderId);
  }

  /** Whether one more poll may start. */
  admits(inFlight: number): boolean {
    return inFlight < (this.halfOpen ? 1 : MAX_IN_FLIGHT) && this.#clock.monotonic() >= this.retryAt();
  }

  /** Monotonic ms from which polls are let through; `Infinity` while only a person can change that. */
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

  /** Takes a result: `null` for a success. @param orders how many orders the connection has */
  note(orderId: string, error: AppError | null, orders: number): void {
    switch (verdictOf(error)) {
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
        if (error !== null) this.#unreached(orderId, error, orders);
        return;
      case 'answered':
        this.#suspects.clear();
        this.#failures = 0;
        // A poll that started before the token was refused says nothing about the token.
        if (this.#state.kind !== 'rejected') this.#state = ACTIVE;
    }
  }

  /** The network is back, or the machine woke up: a probe may go at once, unless the service asked to wait. */
  tryProbe(): void {
    this.#openWithin(this.#held.ms);
  }

  /** A person asks: as `tryProbe`, but no wait is longer than an hour. */
  tryProbeForUser(): void {
    this.#openWithin(Math.min(this.#held.ms, LONGEST_WAIT_OF_A_PERSON_MS));
  }

  /** Another token, or another address: what was known of the connection no longer counts. */
  reset(): void {
    this.#suspects.clear();
    this.#failures = 0;
    this.#state = ACTIVE;
  }

  #refused(error: AppError | null): void {
    if (this.#state.kind === 'rejected') return;
    const status = error?.kind === 'unauthorized' ? error.status : 0;
    this.#state = { kind: 'rejected', since: this.#clock.now(), status };
  }

  #unreached(orderId: string, error: AppError, orders: number): void {
    this.#suspects.add(orderId);
    this.#failures += 1;
    if (this.#state.kind === 'rejected') return;
    const isWide = this.#suspects.size > 1 || orders === 1;
    if (this.#state.kind === 'active' && (this.#failures < PROBE_AFTER_FAILURES || !isWide)) return;
    const since = this.#state.kind === 'probing' ? this.#state.since : this.#clock.now();
    const now = this.#clock.monotonic();
    const probes = Math.max(1, this.#failures - PROBE_AFTER_FAILURES + 1);
    this.#state = { kind: 'probing', since, error };
    this.#retryAt = now + probeDelay(probes, error, this.#random);
    this.#held = { at: now, ms: retryAfterMs(error) };
  }

  #openWithin(waitMs: number): void {
    this.#retryAt = Math.min(this.#retryAt, this.#held.at + waitMs);
  }
}

/** What a poll's result says about its connection: an error about one order is an answer too. */
export function verdictOf(error: AppError | null): Verdict {
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

/** Asking again does no harm, and may succeed. A person who denied access would be asked again. */
function isUnlockable(error: AppError | null): boolean {
  return error?.kind !== 'tokenMissing' && error?.kind !== 'keychainDenied';
}
