import { CLOCK_SLACK_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import { ClockError, type ClockReading, frameOf, middleOf, type WitnessedTime } from './clockError.ts';
import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';
import type { Logger } from './logger.ts';
import { type Clock, repeat, type Scheduler } from './time.ts';

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

/** Less than this is not worth a write when the program ends: a monitoring plugin may start a command every minute. */
const WORTH_SAVING_MS = MINUTE_MS;

/** A change of the error that is not worth a write: answers have whole seconds. */
const NOTHING_MS = 1000;

/**
 * Time for decisions that cannot be undone, such as the deletion of a key: it may be late, and is never early. It does not
 * believe the wall clock alone. It goes on while the program runs, by the monotonic clock, and is set when somebody else
 * says what time it is and a second one agrees. Beside it, the error of the wall clock is for what can be undone.
 */
export class ConfirmedClock implements Pick<Clock, 'now'>, Disposable {
  readonly #ports: ConfirmedClockPorts;
  /** The time (Unix ms) at a moment of the monotonic clock. */
  #known: { readonly at: number; readonly steady: number };
  readonly #error: ClockError;
  /** What `wrongByMs` gave last. */
  #firedMs: number | null;
  readonly #wrong = new Emitter<number | null>('confirmedClock.wrong');
  #savedAt: number;
  #witnessed: WitnessedTime | null;
  /** Nothing but the wall clock ever said what time it is: the confirmed time is no second opinion. */
  #isFresh: boolean;
  /** Wall clock minus monotonic clock at the last witness that was believed; `null`: none in this run. */
  #frame: number | null = null;
  readonly #timer: Disposable;

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
    this.#error = new ClockError(this.#witnessed, this.#known.steady);
    this.#error.check(this.#read(), at);
    this.#firedMs = this.wrongByMs();
    this.#timer = repeat(ports.scheduler, 'confirmedClock.save', SAVE_EVERY_MS, () => this.#save());
  }

  /** Whole Unix ms. */
  now(): number {
    return this.#at(this.#ports.clock.monotonic());
  }

  /**
   * A witness, such as the service, says what time it is (Unix ms). Of this time, the wall clock and the confirmed time,
   * one may be wrong: the middle one counts. A wall clock that is known to be ahead counts without its error. While the
   * monotonic clock was watched, nothing moves the time ahead.
   */
  heard(at: number): void {
    const reading = this.#read();
    const { wall, steady } = reading;
    const now = this.#at(steady);
    const said = Math.floor(at);
    const isBelieved = this.#error.heard(said, reading, now, this.#isFresh);
    const frame = frameOf(reading);
    const middle = middleOf(said, wall - Math.max(0, this.#error.lastAheadMs ?? 0), now);
    const wasWatched = this.#frame !== null && Math.abs(frame - this.#frame) <= CLOCK_SLACK_MS;
    const isEarly = wasWatched && middle - now > CLOCK_SLACK_MS;
    this.#known = { at: isEarly ? now : middle, steady };
    if (isBelieved) this.#frame = frame;
    this.#isFresh = false;
    this.check();
    this.#saveWitnessed();
    if (Math.abs(this.now() - this.#savedAt) >= SAVE_EVERY_MS) this.#save();
  }

  /**
   * How far the wall clock is ahead (whole ms; negative: behind), by the witnesses, also of an earlier run. `null`: not
   * known, as there was none, or the clock was set since.
   */
  aheadMs(): number | null {
    const reading = this.#read();
    return this.#error.aheadMs(reading, this.#at(reading.steady));
  }

  /** As `aheadMs`; `null` also where the difference means nothing. */
  wrongByMs(): number | null {
    return this.correctionMs() || null;
  }

  /** What to subtract from the wall clock, in whole ms: its error, unless that is not known or means nothing. */
  correctionMs(): number {
    const aheadMs = this.aheadMs() ?? 0;
    return Math.abs(aheadMs) > CLOCK_SLACK_MS ? aheadMs : 0;
  }

  /** The clock may have been set. */
  check(): void {
    const reading = this.#read();
    this.#error.check(reading, this.#at(reading.steady));
    const wrongByMs = this.wrongByMs();
    if (wrongByMs === this.#firedMs) return;
    this.#firedMs = wrongByMs;
    this.#saveWitnessed();
    this.#wrong.fire(wrongByMs);
  }

  dispose(): void {
    this.#timer.dispose();
    this.#saveWitnessed();
    if (Math.abs(this.now() - this.#savedAt) >= WORTH_SAVING_MS) this.#save();
  }

  /** The confirmed time at a moment of the monotonic clock, ms: whole Unix ms. */
  #at(steady: number): number {
    return Math.floor(this.#known.at + steady - this.#known.steady);
  }

  /** Once for each decision: the clock may be set between two readings. */
  #read(): ClockReading {
    const { clock } = this.#ports;
    return { wall: clock.now(), steady: clock.monotonic() };
  }

  /** Saves what is known of the wall clock, if the next start would otherwise believe something else. */
  #saveWitnessed(): void {
    const { repository, logger } = this.#ports;
    const reading = this.#read();
    const known = this.#error.toSave(reading, this.#at(reading.steady));
    if (known === null || isAsSaved(known, this.#witnessed)) return;
    const saved = repository.saveWitnessed(known);
    if (saved.ok) this.#witnessed = known;
    else logger.warn('The error of the clock was not stored', { error: saved.error.kind });
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

/** Whether the next start knows the same by what was saved before. */
function isAsSaved(known: WitnessedTime, before: WitnessedTime | null): boolean {
  if (before === null || known.isKnown !== before.isKnown) return false;
  const errorMs = Math.abs(known.wall - known.at);
  const savedMs = Math.abs(before.wall - before.at);
  if (Math.max(errorMs, savedMs) <= CLOCK_SLACK_MS) return true;
  const changedMs = known.wall - known.at - (before.wall - before.at);
  const passedMs = Math.abs(known.wall - before.wall);
  return Math.abs(changedMs) <= NOTHING_MS && passedMs < Math.min(errorMs / 8, SAVE_EVERY_MS);
}

/**
 * The date (Unix ms) of what is deleted at an age: the later time, since what the confirmed time is late would count as age
 * as soon as it is right.
 */
export function datedNow(clock: Pick<Clock, 'now'>, confirmed: Pick<Clock, 'now'>): number {
  return Math.max(clock.now(), confirmed.now());
}

/** A clock that is right where a witness says how wrong the wall clock is. @param wall the wall clock */
export function correctedClock(wall: Clock, confirmed: Pick<ConfirmedClock, 'correctionMs'>): Clock {
  return { ...wall, now: () => wall.now() - confirmed.correctionMs() };
}
