import { CLOCK_SLACK_MS, DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';

/** What the clocks show at one moment: whole Unix ms, and monotonic ms. */
export interface ClockReading {
  readonly wall: number;
  readonly steady: number;
}

/** What a witness showed: the time, and what the wall clock said then. Unix ms. */
export interface WitnessedTime {
  readonly at: number;
  readonly wall: number;
  /** Whether the error was still known when this was saved; otherwise only an answer makes it known again. */
  readonly isKnown: boolean;
}

/** How long an error is believed while nobody watched the clock; one of less than two days, for half of itself. */
const BELIEVED_MS = DAY_MS;

/** How long a witness has to contradict the error that is known, without an answer for it, until it is believed. */
const OUTVOTES_AFTER_MS = 3 * HOUR_MS;

/** Answers differ by less: they give whole seconds, rounded down, and take time. The latest time is the nearest to the true one. */
const JITTER_MS = 10_000;

/** A clock drifts by less per ms. A service whose time runs away faster is not followed. */
const MOST_DRIFT = 0.001;

interface Belief {
  /** How far the wall clock is ahead; whole ms, negative: behind. */
  readonly aheadMs: number;
  /** As it was when it was believed first, and when that was, monotonic ms. */
  readonly first: { readonly aheadMs: number; readonly steady: number };
  /** Wall clock minus monotonic clock then, ms. */
  readonly frame: number;
  /** Whether a witness of this run said so, and not an earlier one. */
  readonly isHeard: boolean;
  /** It contradicts the wall clock, and nothing but the witness says so. */
  readonly isWeak: boolean;
}

/** The middle one of three numbers. */
export function middleOf(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
}

/**
 * The best estimate of the error of the wall clock, for what can be undone: that of the last witness that somebody else
 * agrees with, which is the wall clock, the confirmed time, or the witnesses before it. A clock that is wrong stays wrong
 * by as much across sleep and restarts, so that an answer after them agrees with those before.
 */
export class ClockError {
  /** See `lastAheadMs`. */
  #belief: Belief | null;
  /** False after the clock was set in an earlier run, until a witness is heard. */
  #isKnown: boolean;
  /** How far behind the confirmed time shows the clock to be, at least. */
  #floor: Pick<Belief, 'aheadMs' | 'frame'> | null = null;
  /** An error that contradicts the belief, and since when witnesses say so; monotonic ms. */
  #rival: { readonly aheadMs: number; readonly since: number } | null = null;

  /** @param saved what an earlier run knew. @param steady monotonic ms */
  constructor(saved: WitnessedTime | null, steady: number) {
    this.#isKnown = saved?.isKnown ?? false;
    if (saved === null) this.#belief = null;
    else {
      const aheadMs = saved.wall - saved.at;
      const first = { aheadMs, steady };
      this.#belief = { aheadMs, first, frame: saved.wall - steady, isHeard: false, isWeak: true };
    }
  }

  /**
   * How far the wall clock is ahead; whole ms, negative: behind. `null`: not known.
   * @param confirmed the confirmed time, Unix ms
   */
  aheadMs(reading: ClockReading, confirmed: number): number | null {
    const believed = this.#believed(reading, confirmed);
    if (believed !== null) return believed;
    return this.#floor !== null && movedSince(this.#floor, reading) === 0 ? this.#floor.aheadMs : null;
  }

  /** What was believed last, also if it is not known any more; whole ms. `null`: no witness was ever believed. */
  get lastAheadMs(): number | null {
    return this.#belief?.aheadMs ?? null;
  }

  /** What the next start is to know; `null`: no witness was ever believed. @param confirmed Unix ms */
  toSave(reading: ClockReading, confirmed: number): WitnessedTime | null {
    if (this.#belief === null) return null;
    const { wall } = reading;
    const isKnown = this.#believed(reading, confirmed) !== null;
    return { at: wall - this.#belief.aheadMs, wall, isKnown };
  }

  /** The clock may have been set. @param confirmed the confirmed time, Unix ms */
  check(reading: ClockReading, confirmed: number): void {
    const { wall } = reading;
    const isBehind = this.#belief !== null && confirmed - wall > CLOCK_SLACK_MS;
    if (!isBehind) this.#floor = null;
    else if (this.#floor === null || movedSince(this.#floor, reading) !== 0)
      this.#floor = { aheadMs: wall - confirmed, frame: frameOf(reading) };
  }

  /**
   * A witness says what time it is.
   * @param at whole Unix ms
   * @param confirmed the confirmed time, Unix ms
   * @param isFresh nothing but the wall clock said before what time it is
   * @returns whether it is believed
   */
  heard(at: number, reading: ClockReading, confirmed: number, isFresh: boolean): boolean {
    const aheadMs = reading.wall - at;
    const before = this.#belief;
    const isAsBefore = before !== null && isNear(aheadMs, before.aheadMs);
    const isWeak = isAsBefore
      ? before.isHeard && before.isWeak
      : this.#isWeakAgainst(at, reading, confirmed, isFresh);
    if (isAsBefore) this.#rival = null;
    if (isWeak === null) return false;
    this.#rival = null;
    this.#isKnown = true;
    this.#belief = {
      ...(isAsBefore
        ? { aheadMs: followed(before, aheadMs, reading.steady), first: before.first }
        : { aheadMs, first: { aheadMs, steady: reading.steady } }),
      frame: frameOf(reading),
      isHeard: true,
      isWeak,
    };
    return true;
  }

  /** Whether a witness that contradicts the belief is the only one that says so; `null`: it is not believed. */
  #isWeakAgainst(at: number, reading: ClockReading, confirmed: number, isFresh: boolean): boolean | null {
    const belief = this.#belief;
    const { wall } = reading;
    const aheadMs = wall - at;
    const isTooEarly = belief !== null && confirmed - at > CLOCK_SLACK_MS;
    /** The belief, if a witness of this run said so and the clock was not set since. */
    const watched = belief?.isHeard === true && movedSince(belief, reading) === 0 ? belief : null;
    if (watched?.isWeak !== false && isNear(aheadMs, 0) && !isTooEarly) return false;
    if (watched === null && isNear(at, confirmed)) return false;
    const believed = this.#believed(reading, confirmed);
    if (believed !== null)
      return !isTooEarly && this.#outvotes(believed, aheadMs, reading.steady) ? true : null;
    if (isFresh) return Math.abs(aheadMs) > DAY_MS ? true : null;
    // The confirmed time may be late, and is never early: a clock behind it is wrong.
    const isPossible = confirmed - wall > CLOCK_SLACK_MS ? at > wall : confirmed < at && at < wall;
    return isPossible ? true : null;
  }

  /** A clock that was found right is never outvoted: it and the witnesses before are two. */
  #outvotes(believed: number, aheadMs: number, steady: number): boolean {
    if (isNear(believed, 0)) return false;
    if (this.#rival === null || !isNear(this.#rival.aheadMs, aheadMs))
      this.#rival = { aheadMs, since: steady };
    return steady - this.#rival.since >= OUTVOTES_AFTER_MS;
  }

  /**
   * The belief, if it still holds. A wall clock that jumped forward is taken for one that went on during sleep, by so
   * little that this did not make it right. One that jumped back was set.
   */
  #believed(reading: ClockReading, confirmed: number): number | null {
    if (this.#belief === null || !this.#isKnown) return null;
    const { aheadMs } = this.#belief;
    const movedMs = movedSince(this.#belief, reading);
    if (movedMs === 0) return aheadMs;
    if (movedMs > 0 && movedMs < Math.min(Math.abs(aheadMs) / 2, BELIEVED_MS)) return aheadMs;
    const { wall } = reading;
    const isStillBehind = movedMs > 0 && aheadMs < 0 && confirmed - wall > CLOCK_SLACK_MS;
    return isStillBehind && wall - aheadMs >= confirmed - CLOCK_SLACK_MS ? aheadMs : null;
  }
}

/** The error after an answer that agrees with it, whole ms. @param steady monotonic ms */
function followed({ aheadMs, first }: Belief, heardMs: number, steady: number): number {
  const nextMs = Math.abs(heardMs - aheadMs) <= JITTER_MS ? Math.min(heardMs, aheadMs) : heardMs;
  const mostMs = JITTER_MS + Math.floor(MOST_DRIFT * (steady - first.steady));
  return Math.max(first.aheadMs - mostMs, Math.min(first.aheadMs + mostMs, nextMs));
}

/** How far the wall clock jumped since, ms; 0: less than what means something. */
function movedSince({ frame }: Pick<Belief, 'frame'>, reading: ClockReading): number {
  const movedMs = frameOf(reading) - frame;
  return Math.abs(movedMs) > CLOCK_SLACK_MS ? movedMs : 0;
}

/** Wall clock minus monotonic clock, ms: the same until one stops or is set. */
export function frameOf({ wall, steady }: ClockReading): number {
  return wall - steady;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= CLOCK_SLACK_MS;
}
