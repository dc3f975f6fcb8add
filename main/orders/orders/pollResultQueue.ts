import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { OrderService } from './orderService.ts';

/** What the owner of a `PollResultQueue` does with answers. */
export interface PollResultSteps<Answer, Evaluated> {
  evaluate(answer: Answer): Evaluated;
  /** Called after each slice of evaluations. */
  evaluated(): void;
  /** Stores a batch in one transaction. */
  save(batch: readonly Evaluated[]): void;
  /** Whether requests are in flight: a batch then waits for their answers. */
  isExpecting(): boolean;
}

/** Evaluation gives the event loop back after this long. */
const SLICE_MS = 5;

/** Maximum results per transaction (each transaction costs an fsync). */
const BATCH_SIZE = 64;

/** Maximum delay before a partial batch is saved. */
const BATCH_DELAY_MS = 100;

/** Evaluates answers in slices that leave the event loop free, and saves them in batches. */
export class PollResultQueue<Answer, Evaluated> implements Disposable {
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #steps: PollResultSteps<Answer, Evaluated>;
  readonly #answers: Answer[] = [];
  #batch: Evaluated[] = [];
  /** Monotonic ms at which the batch is saved at the latest. */
  #saveAt = Number.POSITIVE_INFINITY;
  #timer: Disposable | null = null;
  /** Whether the timer is for the next turn of the event loop: further answers must not postpone it. */
  #isImmediate = false;
  #isDisposed = false;

  constructor(clock: Clock, scheduler: Scheduler, steps: PollResultSteps<Answer, Evaluated>) {
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#steps = steps;
  }

  /** Answers that are not evaluated yet. */
  get size(): number {
    return this.#answers.length;
  }

  add(answer: Answer): void {
    this.#answers.push(answer);
    this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** Evaluating and saving each take a turn of the event loop. */
  #schedule(): void {
    if (this.#isDisposed || (this.#answers.length === 0 && this.#batch.length === 0)) return;
    if (this.#timer !== null && this.#isImmediate) return;
    const isSaveDue = () => this.#batch.length >= BATCH_SIZE || this.#clock.monotonic() >= this.#saveAt;
    this.#isImmediate = this.#answers.length > 0 || isSaveDue() || !this.#steps.isExpecting();
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(
      this.#isImmediate ? 0 : this.#saveAt - this.#clock.monotonic(),
      () => {
        this.#timer = null;
        if (isSaveDue() || this.#answers.length === 0) this.#save();
        else this.#evaluateSlice();
        this.#schedule();
      },
    );
  }

  #evaluateSlice(): void {
    const startedAt = this.#clock.monotonic();
    while (this.#batch.length < BATCH_SIZE && this.#clock.monotonic() - startedAt < SLICE_MS) {
      const answer = this.#answers.shift();
      if (answer === undefined) break;
      this.#batch.push(this.#steps.evaluate(answer));
    }
    this.#saveAt = Math.min(this.#saveAt, this.#clock.monotonic() + BATCH_DELAY_MS);
    this.#steps.evaluated();
  }

  #save(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#saveAt = Number.POSITIVE_INFINITY;
    this.#steps.save(batch);
  }
}

/** A crash loses the confirmations of this time: the orders then look confirmed that much earlier. */
const CONFIRMATION_DELAY_MS = 5 * MINUTE_MS;

/** Confirmations per transaction, and the pause between two, so that the event loop is not blocked. */
const CONFIRMATIONS_PER_WRITE = 200;
const PAUSE_MS = 50;

/** Writes confirmations (polls that found nothing new) late and in batches: each transaction costs an fsync. */
export class ConfirmationWriter implements Disposable {
  readonly #orders: Pick<OrderService, 'unwritten' | 'writeConfirmations'>;
  readonly #scheduler: Scheduler;
  #timer: Disposable | null = null;

  constructor(orders: Pick<OrderService, 'unwritten' | 'writeConfirmations'>, scheduler: Scheduler) {
    this.#orders = orders;
    this.#scheduler = scheduler;
  }

  /** Schedules a write if there is something to write. */
  schedule(): void {
    if (this.#timer === null && this.#orders.unwritten > 0) this.#writeIn(CONFIRMATION_DELAY_MS);
  }

  /** Writes all that is left. */
  dispose(): void {
    this.#timer?.dispose();
    if (this.#orders.unwritten > 0) this.#orders.writeConfirmations(this.#orders.unwritten);
  }

  #writeIn(delayMs: number): void {
    this.#timer = this.#scheduler.after(delayMs, () => {
      this.#timer = null;
      const saved = this.#orders.writeConfirmations(CONFIRMATIONS_PER_WRITE);
      if (this.#orders.unwritten > 0) this.#writeIn(saved.ok ? PAUSE_MS : CONFIRMATION_DELAY_MS);
    });
  }
}
