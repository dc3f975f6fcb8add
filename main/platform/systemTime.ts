import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Disposable } from './disposable.ts';
import { Emitter } from './emitter.ts';
import { type Clock, repeat, type Scheduler } from './time.ts';

/** Rarely, because each comparison wakes an idle processor. Most jumps are noticed before, by an event or a check. */
const COMPARE_EVERY_MS = 5 * MINUTE_MS;
const JUMP_MS = 2 * MINUTE_MS;

/**
 * Notices sleep and a wall clock that was set, after which plans are overdue and timers are late. The system reports that
 * it wakes up, but Linux can miss it, and no system reports a clock that was set: so the two clocks are compared.
 */
export class SystemTime implements Disposable {
  readonly #clock: Clock;
  readonly #jumped = new Emitter<void>('systemTime.jumped');
  readonly #compared = new Emitter<void>('systemTime.compared');
  #wall = 0;
  #steady = 0;
  readonly #timer: Disposable;

  /** Fires after sleep, and when the wall clock jumped by more than two minutes. */
  readonly onDidJump = this.#jumped.event;
  /** Fires every five minutes. What waits by a timer of its own looks then whether it missed its time. */
  readonly onDidCompare = this.#compared.event;

  constructor(clock: Clock, scheduler: Scheduler) {
    this.#clock = clock;
    this.#read();
    this.#timer = repeat(scheduler, 'systemTime.compare', COMPARE_EVERY_MS, () => {
      this.check();
      this.#read();
      this.#compared.fire();
    });
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
    this.#read();
    this.#jumped.fire();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #read(): void {
    this.#wall = this.#clock.now();
    this.#steady = this.#clock.monotonic();
  }
}
