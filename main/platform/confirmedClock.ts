import { CLOCK_SLACK_MS, DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';
import type { Logger } from './logger.ts';
import type { Clock, Scheduler } from './time.ts';

/** What a witness showed: the time, and what the wall clock said then. Unix ms. */
export interface WitnessedTime {
  readonly at: number;
  readonly wall: number;
}

/** Keeps the confirmed time across restarts. All times in Unix ms. */
export interface ConfirmedTimeRepository {
  /** The time that was saved last; `null`: none yet. Throws when the database does. */
  load(): number | null;
  /** The latest time at which something was stored; `null`: nothing is stored. Throws when the database does. */
  lastStored(): number | null;
  /** What the last witness showed, as it was saved; `null`: none yet. Throws when the database does. */
  witnessed(): WitnessedTime | null;
  /** Error of both: `storage`. */
  save(at: number): Result<null>;
  saveWitnessed(witnessed: WitnessedTime): Result<null>;
}

export interface ConfirmedClockPorts {
  readonly repository: ConfirmedTimeRepository;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

const SAVE_EVERY_MS = HOUR_MS;

/** How long an error of the wall clock is believed after a restart; one of less than two days, for half of itself. */
const BELIEVED_MS = DAY_MS;

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
  #firedMs: number | null = null;
  readonly #wrong = new Emitter<number | null>('confirmedClock.wrong');
  #savedAt: number;
  #witnessed: WitnessedTime | null;
  /** Nothing but the wall clock ever said what time it is: the confirmed time is no second opinion. */
  #isFresh: boolean;
  #timer: Disposable;

  /** Fires when `wrongByMs` changed. */
  readonly onDidChangeError = this.#wrong.event;

  /** Throws when the database does. */
  constructor(ports: ConfirmedClockPorts) {
    const { repository, clock } = ports;
    this.#ports = ports;
    const saved = repository.load();
    const stored = saved ?? repository.lastStored();
    const at = saved ?? Math.min(stored ?? Number.POSITIVE_INFINITY, clock.now());
    this.#known = { at, steady: clock.monotonic() };
    this.#savedAt = saved ?? 0;
    this.#isFresh = stored === null;
    this.#witnessed = repository.witnessed();
    this.#heard = this.#remembered();
    this.#firedMs = this.wrongByMs();
    this.#timer = this.#saveLater();
  }

  /** Unix ms. */
  now(): number {
    const { at, steady } = this.#known;
    return Math.floor(at + this.#ports.clock.monotonic() - steady);
  }

  /**
   * A witness, such as the service, says what time it is (Unix ms). Of this time, the wall clock and the confirmed time,
   * one may be wrong: the middle one counts. Before anything was stored the confirmed time is the wall clock's: then the
   * first witness counts against it from a day on.
   */
  heard(at: number): void {
    const { clock } = this.#ports;
    const wall = clock.now();
    const times = [at, wall, this.now()].sort((one, other) => one - other);
    const middle = this.#isFresh && Math.abs(at - wall) > DAY_MS ? at : (times[1] ?? at);
    this.#isFresh = false;
    this.#known = { at: middle, steady: clock.monotonic() };
    this.#heard = { aheadMs: wall - middle, frame: this.#frame() };
    this.#remember({ at: middle, wall });
    this.check();
    if (Math.abs(this.now() - this.#savedAt) >= SAVE_EVERY_MS) this.#save();
  }

  /**
   * How far the wall clock is ahead (ms; negative: behind), by the last witness, also of an earlier run. `null`: not
   * known, as there was none, or the computer slept or its clock was set since.
   */
  aheadMs(): number | null {
    if (this.#heard === null) return null;
    const movedMs = this.#frame() - this.#heard.frame;
    return Math.abs(movedMs) > CLOCK_SLACK_MS ? null : this.#heard.aheadMs + movedMs;
  }

  /** As `aheadMs`, in whole minutes, for people; `null` also where the difference means nothing. */
  wrongByMs(): number | null {
    const aheadMs = this.correctionMs();
    return aheadMs === 0 ? null : Math.round(aheadMs / MINUTE_MS) * MINUTE_MS;
  }

  /** What to subtract from the wall clock, in ms: its error, unless that is not known or means nothing. */
  correctionMs(): number {
    const aheadMs = this.aheadMs() ?? 0;
    return Math.abs(aheadMs) > CLOCK_SLACK_MS ? aheadMs : 0;
  }

  /** The clock may have been set. */
  check(): void {
    const wrongByMs = this.wrongByMs();
    const firedMs = this.#firedMs;
    const isNear = wrongByMs !== null && firedMs !== null && Math.abs(wrongByMs - firedMs) <= MINUTE_MS;
    // Answers differ by seconds, which may be another minute each time.
    if (wrongByMs === firedMs || isNear) return;
    this.#firedMs = wrongByMs;
    this.#wrong.fire(wrongByMs);
  }

  dispose(): void {
    this.#timer.dispose();
    if (Math.abs(this.now() - this.#savedAt) >= WORTH_SAVING_MS) this.#save();
  }

  /** What is known of the wall clock at the start. A confirmed time that is later than it shows that it is behind. */
  #remembered(): { readonly aheadMs: number; readonly frame: number } | null {
    if (this.#witnessed === null) return null;
    const wall = this.#ports.clock.now();
    const frame = this.#frame();
    if (this.now() - wall > CLOCK_SLACK_MS) return { aheadMs: wall - this.now(), frame };
    const aheadMs = this.#witnessed.wall - this.#witnessed.at;
    const passedMs = wall - this.#witnessed.wall;
    const isBelieved = passedMs >= 0 && passedMs < Math.min(Math.abs(aheadMs) / 2, BELIEVED_MS);
    return isBelieved ? { aheadMs, frame } : null;
  }

  /** Saves what a witness showed, if the next start would otherwise believe something else. */
  #remember(witnessed: WitnessedTime): void {
    const { repository, logger } = this.#ports;
    const before = this.#witnessed;
    const aheadMs = witnessed.wall - witnessed.at;
    const beforeMs = before === null ? null : before.wall - before.at;
    const isRight = Math.abs(aheadMs) <= CLOCK_SLACK_MS;
    const wasRight = beforeMs !== null && Math.abs(beforeMs) <= CLOCK_SLACK_MS;
    const isKnown =
      before !== null && beforeMs !== null && Math.abs(aheadMs - beforeMs) <= MINUTE_MS
        ? Math.abs(witnessed.wall - before.wall) < Math.min(Math.abs(aheadMs) / 8, SAVE_EVERY_MS)
        : false;
    if (isRight ? wasRight : isKnown) return;
    const saved = repository.saveWitnessed(witnessed);
    if (saved.ok) this.#witnessed = witnessed;
    else logger.warn('The error of the clock was not stored', { error: saved.error.kind });
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
    this.#isFresh &&= repository.lastStored() === null;
    if (this.#isFresh) return;
    const at = this.now();
    const saved = repository.save(at);
    if (saved.ok) this.#savedAt = at;
    else logger.warn('The confirmed time was not stored', { error: saved.error.kind });
  }
}

/** A clock that is right where a witness says how wrong the wall clock is. @param wall the wall clock */
export function correctedClock(wall: Clock, confirmed: Pick<ConfirmedClock, 'correctionMs'>): Clock {
  return { ...wall, now: () => wall.now() - confirmed.correctionMs() };
}
