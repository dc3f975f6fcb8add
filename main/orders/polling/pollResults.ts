import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import type { OrderService } from '../list/orderService.ts';
import { remainingRetryAfter } from './pollPlan.ts';

/** What the owner of a `PollResultQueue` does with answers. */
export interface PollResultSteps<Answer, Evaluated> {
  evaluate(answer: Answer): Evaluated;
  evaluated(): void;
  save(batch: readonly Evaluated[]): void;
  /** Whether requests are in flight: a batch then waits for their answers. */
  isExpecting(): boolean;
}

/** One or two inspections: an answer that arrives meanwhile waits no longer, and the next request goes out with it. */
const SLICE_MS = 1;

/** Maximum results per transaction (each transaction costs an fsync). */
const BATCH_SIZE = 256;

/** Every batch writes most pages of the indexes again. */
const BATCH_DELAY_MS = 200;

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

  schedule(): void {
    if (this.#timer === null && this.#orders.unwritten > 0) this.#writeIn(CONFIRMATION_DELAY_MS);
  }

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

/** What a poll of an order found, or why the order was not polled. */
export type PollResult = { readonly orderId: string } & (
  | {
      readonly kind: 'newCertificate';
      /** SHA-256 fingerprint of the certificate before; `null`: this is the first. */
      readonly previous: string | null;
    }
  | { readonly kind: 'unchanged' }
  /** The poll failed, or its result could not be stored. */
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
);

export type SkipReason =
  /** The service refused the connection's token. */
  | { readonly kind: 'rejected' }
  /** The connection has no token, or the keychain cannot be read. */
  | { readonly kind: 'noToken' }
  | { readonly kind: 'offline' }
  /** The service asked to wait until then, Unix ms. */
  | { readonly kind: 'retryAfter'; readonly until: number }
  /** The service does not answer: its connection is probed with other orders. */
  | { readonly kind: 'probing' }
  /** There is no such order, or it was removed meanwhile. */
  | { readonly kind: 'unknownOrder' }
  /** Given up by the caller, or the poller was disposed, before the poll ended. */
  | { readonly kind: 'aborted' };

interface PollRequest {
  /** Orders without a result. Those found to be skipped move to the end, so that a check stops at the first that is not. */
  readonly pending: Set<string>;
  readonly results: Map<string, PollResult>;
  readonly finish: () => void;
}

/** Callers of `OrderPoller.poll` that wait. */
export class PollRequests {
  readonly #open = new Set<PollRequest>();
  #isDisposed = false;

  /**
   * Waits for a result of each order.
   * @returns one result per order, in the given order; never rejects. Orders that cannot be polled now are reported as
   * skipped as soon as no other poll of the request can be waited for.
   */
  wait(orderIds: readonly string[], signal?: AbortSignal): Promise<readonly PollResult[]> {
    return new Promise((resolve) => {
      const finish = () => {
        this.#open.delete(request);
        signal?.removeEventListener('abort', finish);
        const aborted = (orderId: string) =>
          ({ orderId, kind: 'skipped', reason: { kind: 'aborted' } }) as const;
        resolve([...new Set(orderIds)].map((id) => request.results.get(id) ?? aborted(id)));
      };
      const request: PollRequest = { pending: new Set(orderIds), results: new Map(), finish };
      if (this.#isDisposed || signal?.aborted || orderIds.length === 0) {
        finish();
        return;
      }
      this.#open.add(request);
      signal?.addEventListener('abort', finish);
    });
  }

  ended(results: readonly PollResult[]): void {
    for (const { pending, results: known } of [...this.#open]) {
      for (const result of results) if (pending.delete(result.orderId)) known.set(result.orderId, result);
    }
  }

  /** Whether somebody waits for a result of this order. */
  waitsFor(orderId: string): boolean {
    return [...this.#open].some(({ pending }) => pending.has(orderId));
  }

  /**
   * Finishes the requests of which no order can be polled now.
   * @param unpolled the result of an order that cannot be; `null`: it is polled, or will be
   */
  check(unpolled: (orderId: string) => PollResult | null): void {
    for (const request of [...this.#open]) {
      const skipped: PollResult[] = [];
      let unchecked = request.pending.size;
      for (const orderId of request.pending) {
        if (unchecked === 0) break;
        unchecked -= 1;
        const result = unpolled(orderId);
        if (result === null) break;
        request.pending.delete(orderId);
        request.pending.add(orderId);
        skipped.push(result);
      }
      if (skipped.length < request.pending.size) continue;
      for (const result of skipped) request.results.set(result.orderId, result);
      request.finish();
    }
  }

  /** Ends every request; what has no result is reported as aborted. */
  dispose(): void {
    this.#isDisposed = true;
    for (const request of [...this.#open]) request.finish();
  }
}

/** Why an order that waits cannot be polled now; `null`: it will be in its turn. @param now Unix ms */
export function skipReason(
  order: PulledOrderRow,
  { kind }: PollingState,
  isOffline: boolean,
  now: number,
): SkipReason | null {
  if (kind === 'rejected') return { kind };
  if (kind === 'waitingForToken') return { kind: 'noToken' };
  if (isOffline) return { kind: 'offline' };
  const waitMs = remainingRetryAfter(order, now);
  if (waitMs > 0) return { kind: 'retryAfter', until: now + waitMs };
  return kind === 'probing' ? { kind } : null;
}
