import type { WitnessedTime } from '#main/platform/clockError.ts';
import { ConfirmedClock, correctedClock } from '#main/platform/confirmedClock.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

/** A computer with a clock that may be wrong, the program on it, and what it stores. Times in Unix ms. */
export class ClockWorld {
  readonly #saved: { at: number | null; witnessed: WitnessedTime | null } = { at: null, witnessed: null };
  /** Wall clock minus true time, ms. */
  #errorMs = 0;
  #run: ReturnType<ClockWorld['start']>;
  /** How long the computer slept since the start of the program, ms. */
  #sleptMs = 0;
  #startedAt: number;

  /** @param startedAt the true time. @param known what was stored before, by a clock that was right */
  constructor(startedAt: number, known: 'nothing' | 'the time') {
    this.#startedAt = startedAt;
    if (known === 'the time') this.#saved.at = startedAt;
    this.#run = this.start();
  }

  truth(): number {
    return this.#startedAt + this.#run.time.passed() + this.#sleptMs;
  }

  /** The program’s confirmed time, minus the true one. */
  confirmedAheadMs(): number {
    return this.#run.confirmed.now() - this.truth();
  }

  /** The time by which the program shows and plans, minus the true one. */
  shownAheadMs(): number {
    return this.#run.clock.now() - this.truth();
  }

  wrongByMs(): number | null {
    return this.#run.confirmed.wrongByMs();
  }

  /** Somebody or something sets the clock. */
  set(errorMs: number): void {
    this.#errorMs = errorMs;
    this.#run.time.setNow(this.truth() + errorMs);
    this.#run.confirmed.check();
  }

  /** An answer with a time that is wrong by so much. */
  answer(errorMs = 0): void {
    this.#run.confirmed.heard(this.truth() + errorMs);
  }

  /** The program runs, and one answer per hour is as wrong as `errors` says. */
  async work(ms: number, errors: () => number = () => 0): Promise<void> {
    for (let left = ms; left > 0; left -= HOUR_MS) {
      await this.#run.time.advance(Math.min(left, HOUR_MS));
      this.answer(errors());
    }
  }

  sleep(ms: number): void {
    this.#sleptMs += ms;
    this.set(this.#errorMs);
  }

  /** The program quits, and starts again later. */
  off(ms: number): void {
    const at = this.truth() + ms;
    this.#run.confirmed.dispose();
    this.#startedAt = at;
    this.#sleptMs = 0;
    this.#run = this.start();
  }

  private start() {
    const time = createFakeTime(this.#startedAt + this.#errorMs);
    const { logger } = createRecordingLogger();
    const confirmed = new ConfirmedClock({
      repository: {
        load: () => this.#saved.at,
        lastStored: () => this.#saved.at,
        save: (at) => {
          this.#saved.at = at;
          return ok(null);
        },
        witnessed: () => this.#saved.witnessed,
        saveWitnessed: (witnessed) => {
          this.#saved.witnessed = witnessed;
          return ok(null);
        },
      },
      clock: time.clock,
      scheduler: time.scheduler,
      logger,
    });
    return { time, confirmed, clock: correctedClock(time.clock, confirmed) };
  }
}
