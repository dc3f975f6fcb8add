import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';
import type { Clock, Scheduler } from './time.ts';

/** Rarely, because each comparison wakes an idle processor. Most jumps are noticed before, by an event or a check. */
const COMPARE_EVERY_MS = 5 * MINUTE_MS;
const JUMP_MS = 2 * MINUTE_MS;

/**
 * Notices sleep and a wall clock that was set, after which plans are overdue and timers are late. The system reports that
 * it wakes up, but Linux can miss it, and no system reports a clock that was set: so the two clocks are compared.
 */
export class SystemTime implements Disposable {
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #jumped = new Emitter<void>('systemTime.jumped');
  #wall = 0;
  #steady = 0;
  #timer: Disposable;

  /** Fires after sleep, and when the wall clock jumped by more than two minutes. */
  readonly onDidJump = this.#jumped.event;

  constructor(clock: Clock, scheduler: Scheduler) {
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#timer = this.#restart();
  }

  /** Compares the clocks now: for moments at which the program is awake anyway. */
  check(): void {
    const wallPassed = this.#clock.now() - this.#wall;
    const steadyPassed = this.#clock.monotonic() - this.#steady;
    // Where the monotonic clock goes on during sleep, the timer of the comparison is late.
    const isJump = Math.abs(wallPassed - steadyPassed) > JUMP_MS || steadyPassed > COMPARE_EVERY_MS + JUMP_MS;
    if (isJump) this.resumed();
  }

  /** The system reports that it woke up. */
  resumed(): void {
    this.#timer.dispose();
    this.#timer = this.#restart();
    this.#jumped.fire();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #restart(): Disposable {
    this.#wall = this.#clock.now();
    this.#steady = this.#clock.monotonic();
    return this.#scheduler.after(COMPARE_EVERY_MS, () => {
      this.check();
      this.#timer.dispose();
      this.#timer = this.#restart();
    });
  }
}
