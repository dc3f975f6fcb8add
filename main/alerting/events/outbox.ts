import { datedNow } from '#main/platform/confirmedClock.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { type DuePlan, DueRunner } from '#main/platform/dueRunner.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { WaitingEventsView } from '#shared/domain/waitingEvents.ts';
import type { Result } from '#shared/result.ts';
import type { AlertEventJson } from './alertEventSchema.ts';

/** An event that waits. Times in Unix ms, `queuedAt` by the confirmed clock. */
export interface OutboxItem {
  /** The same on each try. */
  readonly id: string;
  readonly event: AlertEventJson;
  readonly queuedAt: number;
  /** Tries that failed. */
  readonly failures: number;
  readonly nextAt: number;
}

/** Keeps the waiting events of one channel across restarts. Error of the changes: `storage`; nothing was changed. */
export interface OutboxRepository {
  /** Throws when the database does. */
  load(): readonly OutboxItem[];
  /** Adds items, or replaces those with their ids. On disk when this returns. */
  save(items: readonly OutboxItem[]): Result<null>;
  remove(ids: readonly string[]): Result<null>;
}

/**
 * `later`: it could not be tried, which is no failure. `stopped`: the app ends. `waitMs`: it failed, and the receiver wants
 * no event for so long.
 */
export type Attempt = 'sent' | 'failed' | 'later' | 'stopped' | { readonly waitMs: number };

export interface OutboxPorts {
  readonly repository: OutboxRepository;
  /** Milliseconds before each try; as many tries as there are delays. */
  readonly delaysMs: readonly number[];
  /** Hands an event over. Never rejects. */
  readonly attempt: (item: OutboxItem, signal: AbortSignal) => Promise<Attempt>;
  readonly clock: Clock;
  /** Decides what is too old: a clock that is wrong for a moment must not drop an event. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly scheduler: Scheduler;
  /** Fires after sleep, and when the clock was set. */
  readonly onDidJump: Event<unknown>;
  /** Fires now and then. */
  readonly onDidCompare: Event<void>;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** Events that wait at most, and how long: with more, the receiver is gone for good. */
const WAITING_MAX = 1000;
const AGE_MAX_MS = 3 * DAY_MS;

/** Receivers that failed together are not tried again together. */
const JITTER = 0.2;
/** After a try that was not possible. */
const LATER_MS = 5 * MINUTE_MS;
/** A receiver may hold its events back for so long: a longer time is probably a mistake, and alerts are urgent. */
const LONGEST_HOLD_MS = HOUR_MS;
/** A computer that slept, or whose clock was set, is noticed within this time. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/**
 * Hands events to one target, one at a time, and repeats those that failed. What waits is stored before anything is tried. A test event
 * is tried once, before all others, and never stored.
 */
export class Outbox implements Disposable {
  readonly #ports: OutboxPorts;
  readonly #items: Map<string, OutboxItem>;
  readonly #queued: OutboxItem[] = [];
  readonly #changed = new Emitter<void>('outbox.changed');
  readonly #runner: DueRunner;
  #isStopped = false;
  /** No event is tried before this time (Unix ms), unless the user asks for it. */
  #heldUntil = 0;

  readonly onDidChange = this.#changed.event;

  /** Reads what waits, and tries nothing before `start`. Throws when the database does. */
  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#items = new Map(ports.repository.load().map((item) => [item.id, item]));
    this.#runner = new DueRunner({
      ...ports,
      atOnce: 1,
      run: (id, signal) => this.#try(id, signal),
      failed: 'An event was not handed over',
      retryMs: LATER_MS,
      look: () => this.#look(),
      lookEveryMs: () => (this.#items.size > 0 ? LONGEST_WAIT_MS : Number.POSITIVE_INFINITY),
      wakes: [ports.onDidJump],
    });
  }

  /** Whether an event is being handed over, or is about to be. */
  get isBusy(): boolean {
    return this.#runner.isBusy || this.#queued.length > 0;
  }

  waiting(): WaitingEventsView {
    const times = [...this.#items.values()].map((item) => this.#timeOf(item));
    return {
      count: times.length,
      nextAt: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    };
  }

  /** When an event is tried again, Unix ms; `null`: it no longer waits. */
  nextTry(id: string): number | null {
    const item = this.#items.get(id);
    return item === undefined ? null : this.#timeOf(item);
  }

  start(): void {
    this.#runner.start();
  }

  /** Stores an event, and tries it as soon as possible. */
  queue(event: AlertEventJson): void {
    const { clock, confirmedClock, newId, logger } = this.#ports;
    if (this.#isStopped) return;
    if (this.#items.size >= WAITING_MAX) {
      logger.warn('An event was not queued: too many wait', { count: this.#items.size });
      return;
    }
    // The time 0 is before all others.
    const nextAt = event.test ? 0 : clock.now();
    const queuedAt = datedNow(clock, confirmedClock);
    const item = { id: newId(), event, queuedAt, failures: 0, nextAt };
    this.#items.set(item.id, item);
    if (this.#queued.push(item) > 1) return;
    // Alerts often come many at once: one transaction stores them, before anything else happens.
    queueMicrotask(() => {
      this.#store(this.#queued.splice(0));
      this.#changed.fire();
      this.#runner.look();
    });
  }

  /** Forgets all that waits. */
  clear(): void {
    this.#forget([...this.#items.keys()]);
  }

  /** Tries all that waits now: what made tries fail has changed. */
  tryAll(): void {
    this.#makeDue();
    this.#runner.look();
  }

  /** Settles when the present tries have ended. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }

  /** Stops the present try; all that waits is tried after the next start. */
  dispose(): void {
    this.#isStopped = true;
    this.#runner.dispose();
  }

  async #try(id: string, signal: AbortSignal): Promise<number | null> {
    const item = this.#items.get(id);
    if (item === undefined) return null;
    const attempt = await this.#ports.attempt(item, signal);
    // It may have been forgotten meanwhile.
    if (this.#items.has(id)) this.#conclude(item, attempt);
    this.#changed.fire();
    // The end of a try may let others go on.
    this.#runner.look();
    const kept = this.#items.get(id);
    return kept === undefined ? null : this.#waitOf(kept, this.#ports.clock.now());
  }

  #look(): readonly DuePlan[] {
    this.#dropOld();
    const now = this.#ports.clock.now();
    return [...this.#items.values()].map((item) => ({ id: item.id, delayMs: this.#waitOf(item, now) }));
  }

  #conclude(item: OutboxItem, attempt: Attempt): void {
    if (attempt === 'stopped') return;
    const { delaysMs, clock, random, logger } = this.#ports;
    const now = clock.now();
    const spread = (ms: number) => Math.round(ms * (1 + JITTER * random()));
    const holdMs = typeof attempt === 'object' ? Math.min(attempt.waitMs, LONGEST_HOLD_MS) : 0;
    if (holdMs > 0) this.#heldUntil = now + spread(holdMs);
    if (attempt === 'sent') this.#accepted(item);
    else if (item.event.test) this.#forget([item.id]);
    else if (attempt === 'later') this.#keep({ ...item, nextAt: now + LATER_MS });
    else {
      const failures = item.failures + 1;
      const delayMs = delaysMs[failures];
      if (delayMs === undefined) {
        logger.warn('An event was given up', { count: failures });
        this.#forget([item.id]);
      } else this.#keep({ ...item, failures, nextAt: now + spread(delayMs) });
    }
  }

  /** The receiver takes events again. A test was made by the user, who waits for the others too. */
  #accepted(item: OutboxItem): void {
    this.#forget([item.id]);
    if (item.event.test) this.#makeDue();
    else this.#heldUntil = 0;
  }

  #makeDue(): void {
    const now = this.#ports.clock.now();
    this.#heldUntil = 0;
    for (const item of [...this.#items.values()])
      this.#items.set(item.id, { ...item, nextAt: Math.min(item.nextAt, now) });
  }

  #keep(item: OutboxItem): void {
    this.#items.set(item.id, item);
    this.#store([item]);
  }

  #store(items: readonly OutboxItem[]): void {
    const lasting = items.filter(({ event }) => !event.test);
    if (lasting.length === 0) return;
    const stored = this.#ports.repository.save(lasting);
    // They are tried all the same, until the app ends.
    if (!stored.ok) this.#ports.logger.error('Events were not stored', { error: stored.error.kind });
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.#items.delete(id);
    this.#runner.unplan(ids);
    const removed = ids.length === 0 ? null : this.#ports.repository.remove(ids);
    if (removed?.ok === false)
      this.#ports.logger.error('An event was not removed', { error: removed.error.kind });
  }

  #dropOld(): void {
    const now = this.#ports.confirmedClock.now();
    const old = [...this.#items.values()].filter(({ queuedAt }) => now - queuedAt > AGE_MAX_MS);
    if (old.length === 0) return;
    this.#ports.logger.warn('Events were given up: they are too old', { count: old.length });
    this.#forget(old.map(({ id }) => id));
    this.#changed.fire();
  }

  #timeOf({ event, nextAt }: OutboxItem): number {
    return event.test ? nextAt : Math.max(nextAt, this.#heldUntil);
  }

  /** A wait that is longer than any delay comes from a clock that was set back. */
  #waitOf(item: OutboxItem, now: number): number {
    const longest = Math.max(LATER_MS, ...this.#ports.delaysMs) * (1 + JITTER);
    const waitMs = this.#timeOf(item) - now;
    return waitMs > longest ? 0 : waitMs;
  }
}
