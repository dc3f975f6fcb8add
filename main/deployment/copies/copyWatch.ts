import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';

const EVERY_MS = HOUR_MS;
/** Minimum interval of checks when the window is focused. */
const SHOWN_MS = MINUTE_MS;

export interface CopyWatchPorts {
  readonly verify: () => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Checks the copies at the start, hourly, and when the window is focused. */
export class CopyWatch implements Disposable {
  readonly #ports: CopyWatchPorts;
  #timer: Disposable | null = null;
  /** Monotonic ms of the end of the last check; `null` before the first. */
  #checkedAt: number | null = null;
  #isChecking = false;
  #isDisposed = false;

  constructor(ports: CopyWatchPorts) {
    this.#ports = ports;
  }

  /** Checks at once: until then nothing is known of the files, and an order whose files changed looks healthy. */
  start(): void {
    this.#check();
  }

  windowShown(): void {
    const now = this.#ports.clock.monotonic();
    if (this.#checkedAt !== null && now - this.#checkedAt >= SHOWN_MS) this.#check();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #checkLater(): void {
    this.#timer?.dispose();
    if (!this.#isDisposed) this.#timer = this.#ports.scheduler.after(EVERY_MS, () => this.#check());
  }

  #check(): void {
    if (this.#isChecking || this.#isDisposed) return;
    const { verify, clock, logger } = this.#ports;
    this.#isChecking = true;
    verify()
      .catch((error: unknown) => logger.error('Copies were not checked', { error: errorName(error) }))
      .finally(() => {
        this.#isChecking = false;
        this.#checkedAt = clock.monotonic();
        this.#checkLater();
      });
  }
}
