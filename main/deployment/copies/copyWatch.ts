import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';

/** The start of the app and of the computer has better things to do. */
const FIRST_MS = 10_000;
const EVERY_MS = HOUR_MS;
/** A window that comes and goes has its copies looked at this often at the most. */
const SHOWN_MS = MINUTE_MS;

export interface CopyWatchPorts {
  /** Looks at all copies. */
  readonly look: () => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Says when the copies are looked at: a while after the start, hourly, and when the window comes to the front. */
export class CopyWatch implements Disposable {
  readonly #ports: CopyWatchPorts;
  #timer: Disposable | null = null;
  /** Monotonic milliseconds of the end of the last look; `null` before the first. */
  #lookedAt: number | null = null;
  #isLooking = false;
  #isDisposed = false;

  constructor(ports: CopyWatchPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#plan(FIRST_MS);
  }

  /** The window came to the front. */
  windowShown(): void {
    const now = this.#ports.clock.monotonic();
    if (this.#lookedAt !== null && now - this.#lookedAt >= SHOWN_MS) this.#look();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #plan(delayMs: number): void {
    this.#timer?.dispose();
    if (!this.#isDisposed) this.#timer = this.#ports.scheduler.after(delayMs, () => this.#look());
  }

  #look(): void {
    if (this.#isLooking || this.#isDisposed) return;
    const { look, clock, logger } = this.#ports;
    this.#isLooking = true;
    look()
      .catch((error: unknown) => logger.error('Copies were not looked at', { error: errorName(error) }))
      .finally(() => {
        this.#isLooking = false;
        this.#lookedAt = clock.monotonic();
        this.#plan(EVERY_MS);
      });
  }
}
