import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { OrderService } from './orderService.ts';

/** What a crash can take with it: so much younger are the confirmations that it forgets. */
const WRITE_AFTER_MS = 5 * MINUTE_MS;

/** So many are one write, to keep the event loop free ... */
const WRITE_ORDERS = 200;

/** ... and this long it stays free. */
const PAUSE_MS = 50;

/** Writes confirmations that brought nothing new: late and together, as the disk is waited for at every write. */
export class ConfirmationWriter implements Disposable {
  readonly #orders: Pick<OrderService, 'unwritten' | 'writeConfirmations'>;
  readonly #scheduler: Scheduler;
  #timer: Disposable | null = null;

  constructor(orders: Pick<OrderService, 'unwritten' | 'writeConfirmations'>, scheduler: Scheduler) {
    this.#orders = orders;
    this.#scheduler = scheduler;
  }

  /** There may be something to write. */
  touch(): void {
    if (this.#timer === null && this.#orders.unwritten > 0) this.#writeIn(WRITE_AFTER_MS);
  }

  /** Writes all that is left. */
  dispose(): void {
    this.#timer?.dispose();
    if (this.#orders.unwritten > 0) this.#orders.writeConfirmations(this.#orders.unwritten);
  }

  #writeIn(delayMs: number): void {
    this.#timer = this.#scheduler.after(delayMs, () => {
      this.#timer = null;
      const saved = this.#orders.writeConfirmations(WRITE_ORDERS);
      if (this.#orders.unwritten > 0) this.#writeIn(saved.ok ? PAUSE_MS : WRITE_AFTER_MS);
    });
  }
}
