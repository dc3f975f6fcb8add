import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

interface PullChecksPorts {
  /** The row of a pulled order, or `null`. */
  readonly order: (id: string) => Pick<OrderRow, 'lastAttemptAt'> | null;
  /** Asks the service for these orders as soon as may be. */
  readonly askFor: (orderIds: readonly string[]) => void;
  /** The service was asked, and nothing came of it for a while. */
  readonly unanswered: (orderId: string) => void;
  readonly scheduler: Scheduler;
}

/** What is known of the asking for one order. */
interface Check {
  /** The order's `lastAttemptAt` when it was last looked at. Told from another, never compared: clocks are set back. */
  seenAttempt: number | null;
  isAsked: boolean;
  /** How often it was asked again. */
  repeats: number;
  timer: Disposable | null;
}

/** A service that delivers may give the new leaf a little later, and a poll under way may have missed it. */
const REPEAT_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;

/** A paused connection, a locked keychain: after so long without an answer it is said. */
const ANSWER_WAIT_MS = 2 * MINUTE_MS;

/** Asks the service for the orders that deliveries are for, each once however many they are, and tells when it answered. */
export class PullChecks implements Disposable {
  readonly #ports: PullChecksPorts;
  readonly #checks = new Map<string, Check>();

  constructor(ports: PullChecksPorts) {
    this.#ports = ports;
  }

  /** From now on attempts are told by `isAnswered`, without asking. */
  watch(orderId: string): void {
    this.#checkOf(orderId);
  }

  /** Asks for orders on behalf of deliveries that are here; those that are being asked for are not asked twice. */
  ask(orderIds: readonly string[]): void {
    const unasked = orderIds.filter((orderId) => {
      const check = this.#checkOf(orderId);
      check.repeats = 0;
      return !check.isAsked;
    });
    this.#ask(unasked);
  }

  /** Whether the service was asked for this order since the last look. */
  isAnswered(orderId: string): boolean {
    const check = this.#checkOf(orderId);
    const attempt = this.#attempt(orderId);
    if (attempt === check.seenAttempt) return false;
    check.seenAttempt = attempt;
    if (check.isAsked) {
      check.isAsked = false;
      check.timer?.dispose();
      check.timer = null;
    }
    return true;
  }

  /** The answer was not the one hoped for: it is asked for a few times more, then left to the ordinary polls. */
  repeat(orderId: string): void {
    const check = this.#checkOf(orderId);
    const delayMs = REPEAT_AFTER_MS[check.repeats];
    if (check.timer !== null || delayMs === undefined) return;
    check.repeats += 1;
    check.timer = this.#ports.scheduler.after(delayMs, () => {
      check.timer = null;
      this.#ask([orderId]);
    });
  }

  /** Nobody waits for this order any more. */
  forget(orderId: string): void {
    this.#checks.get(orderId)?.timer?.dispose();
    this.#checks.delete(orderId);
  }

  dispose(): void {
    for (const orderId of [...this.#checks.keys()]) this.forget(orderId);
  }

  #ask(orderIds: readonly string[]): void {
    const { scheduler, askFor, unanswered } = this.#ports;
    for (const orderId of orderIds) {
      const check = this.#checkOf(orderId);
      check.isAsked = true;
      check.timer?.dispose();
      check.timer = scheduler.after(ANSWER_WAIT_MS, () => {
        check.timer = null;
        check.isAsked = false;
        unanswered(orderId);
      });
    }
    if (orderIds.length > 0) askFor(orderIds);
  }

  #checkOf(orderId: string): Check {
    const known = this.#checks.get(orderId);
    if (known !== undefined) return known;
    const seenAttempt = this.#attempt(orderId);
    const check: Check = { seenAttempt, isAsked: false, repeats: 0, timer: null };
    this.#checks.set(orderId, check);
    return check;
  }

  #attempt(orderId: string): number | null {
    return this.#ports.order(orderId)?.lastAttemptAt ?? null;
  }
}
