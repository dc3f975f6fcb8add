import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

interface PullChecksPorts {
  readonly poll: (orderIds: readonly string[]) => void;
  /** No poll of this order ended within two minutes of the request. */
  readonly unanswered: (orderId: string) => void;
  readonly scheduler: Scheduler;
}

/** An order with deliveries that wait for the service's answer. */
interface Check {
  isRequested: boolean;
  /** How many repeated polls were requested since the last delivery. */
  repeats: number;
  /** Limits the wait for an answer, or delays the next repeated poll. */
  timer: Disposable | null;
}

/** A service may deliver before its API gives the new leaf, and a poll in flight may have missed it. */
const REPEAT_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;

/** A poll can be held up, for instance by a paused connection or a locked keychain. */
const ANSWER_WAIT_MS = 2 * MINUTE_MS;

/** Polls the orders that deliveries are for: once per order, however many deliveries wait for it. */
export class PullChecks implements Disposable {
  readonly #ports: PullChecksPorts;
  readonly #checks = new Map<string, Check>();

  constructor(ports: PullChecksPorts) {
    this.#ports = ports;
  }

  /** From now on polls of this order count, without a request. */
  watch(orderId: string): void {
    this.#checkOf(orderId);
  }

  /** Requests polls on behalf of new deliveries; orders with a request in flight are not requested twice. */
  request(orderIds: readonly string[]): void {
    const idle = orderIds.filter((orderId) => {
      const check = this.#checkOf(orderId);
      check.repeats = 0;
      return !check.isRequested;
    });
    this.#poll(idle);
  }

  /** A poll of an order ended. @returns whether deliveries of that order were waiting for it */
  polled(orderId: string): boolean {
    const check = this.#checks.get(orderId);
    if (check?.isRequested === true) {
      check.isRequested = false;
      check.timer?.dispose();
      check.timer = null;
    }
    return check !== undefined;
  }

  /** Repeats the poll later, up to three times; then only the regular polls are left. */
  repeat(orderId: string): void {
    const check = this.#checkOf(orderId);
    const delayMs = REPEAT_AFTER_MS[check.repeats];
    if (check.timer !== null || delayMs === undefined) return;
    check.repeats += 1;
    check.timer = this.#ports.scheduler.after(delayMs, () => {
      check.timer = null;
      this.#poll([orderId]);
    });
  }

  /** No delivery waits for this order any more. */
  forget(orderId: string): void {
    this.#checks.get(orderId)?.timer?.dispose();
    this.#checks.delete(orderId);
  }

  dispose(): void {
    for (const orderId of [...this.#checks.keys()]) this.forget(orderId);
  }

  #poll(orderIds: readonly string[]): void {
    const { scheduler, poll, unanswered } = this.#ports;
    for (const orderId of orderIds) {
      const check = this.#checkOf(orderId);
      check.isRequested = true;
      check.timer?.dispose();
      check.timer = scheduler.after(ANSWER_WAIT_MS, () => {
        check.timer = null;
        check.isRequested = false;
        unanswered(orderId);
      });
    }
    if (orderIds.length > 0) poll(orderIds);
  }

  #checkOf(orderId: string): Check {
    const check = this.#checks.get(orderId) ?? { isRequested: false, repeats: 0, timer: null };
    this.#checks.set(orderId, check);
    return check;
  }
}
