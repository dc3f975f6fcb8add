import { CLOCK_SLACK_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';
import type { Logger } from './logger.ts';
import type { Clock, Scheduler } from './time.ts';

/** Keeps the confirmed time across restarts. All times in Unix ms. */
export interface ConfirmedTimeRepository {
  /** The time that was saved last; `null`: none yet. Throws when the database does. */
  load(): number | null;
  /** The latest time at which something was stored; `null`: nothing is stored. Throws when the database does. */
  lastStored(): number | null;
  /** Error: `storage`. */
  save(at: number): Result<null>;
}

export interface ConfirmedClockPorts {
  readonly repository: ConfirmedTimeRepository;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

const SAVE_EVERY_MS = HOUR_MS;

/** Less than this is not worth a write when the program ends: a monitoring plugin may start a command every minute. */
const WORTH_SAVING_MS = MINUTE_MS;

/**
 * Time for decisions that cannot be undone, such as the deletion of a key. It does not believe the wall clock alone: it
 * goes on while the program runs, by the monotonic clock, and is set when somebody else says what time it is. It is late
 * after a time in which the program did not run, until it hears the next witness.
 */
export class ConfirmedClock implements Pick<Clock, 'now'>, Disposable {
  readonly #ports: ConfirmedClockPorts;
  /** The time (Unix ms) at a moment of the monotonic clock. */
  #known: { readonly at: number; readonly steady: number };
  /** What the last witness showed: the error of the wall clock (ms), and wall clock minus monotonic clock then. */
  #heard: { readonly aheadMs: number; readonly frame: number } | null = null;
  /** What `wrongByMs` gave last. */
  #toldMs: number | null = null;
  readonly #wrong = new Emitter<number | null>('confirmedClock.wrong');
  #savedAt: number;
  #timer: Disposable;

  /** Fires when `wrongByMs` changed. */
  readonly onDidChangeError = this.#wrong.event;

  /** Throws when the database does. */
  constructor(ports: ConfirmedClockPorts) {
    const { repository, clock } = ports;
    this.#ports = ports;
    const saved = repository.load();
    const at = saved ?? Math.min(repository.lastStored() ?? Number.POSITIVE_INFINITY, clock.now());
    this.#known = { at, steady: clock.monotonic() };
    this.#savedAt = saved ?? 0;
    this.#timer = this.#saveLater();
  }

  /** Unix ms. */
  now(): number {
    const { at, steady } = this.#known;
    return Math.floor(at + this.#ports.clock.monotonic() - steady);
  }

  /**
   * A witness, such as the service, says what time it is (Unix ms). Of this time, the wall clock and the confirmed time,
   * one may be wrong: the middle one counts.
   */
  heard(at: number): void {
    const { clock } = this.#ports;
    const times = [at, clock.now(), this.now()].sort((one, other) => one - other);
    const middle = times[1] ?? at;
    this.#known = { at: middle, steady: clock.monotonic() };
    this.#heard = { aheadMs: clock.now() - middle, frame: this.#frame() };
    this.check();
    if (Math.abs(this.now() - this.#savedAt) >= SAVE_EVERY_MS) this.#save();
  }

  /**
   * How far the wall clock is ahead (ms; negative: behind), by the last witness. `null`: not known, as there was none, or
   * the computer slept or its clock was set since.
   */
  aheadMs(): number | null {
    if (this.#heard === null) return null;
    const movedMs = this.#frame() - this.#heard.frame;
    return Math.abs(movedMs) > CLOCK_SLACK_MS ? null : this.#heard.aheadMs + movedMs;
  }

  /** As `aheadMs`, in whole minutes, for people; `null` also where the difference means nothing. */
  wrongByMs(): number | null {
    const aheadMs = this.aheadMs() ?? 0;
    return Math.abs(aheadMs) > CLOCK_SLACK_MS ? Math.round(aheadMs / MINUTE_MS) * MINUTE_MS : null;
  }

  /** The clock may have been set. */
  check(): void {
    const wrongByMs = this.wrongByMs();
    if (wrongByMs === this.#toldMs) return;
    this.#toldMs = wrongByMs;
    this.#wrong.fire(wrongByMs);
  }

  dispose(): void {
    this.#timer.dispose();
    if (Math.abs(this.now() - this.#savedAt) >= WORTH_SAVING_MS) this.#save();
  }

  #frame(): number {
    const { clock } = this.#ports;
    return clock.now() - clock.monotonic();
  }

  #saveLater(): Disposable {
    return this.#ports.scheduler.after(SAVE_EVERY_MS, () => {
      this.#save();
      this.#timer = this.#saveLater();
    });
  }

  #save(): void {
    const { repository, logger } = this.#ports;
    const at = this.now();
    const saved = repository.save(at);
    if (saved.ok) this.#savedAt = at;
    else logger.warn('The confirmed time was not stored', { error: saved.error.kind });
  }
}
