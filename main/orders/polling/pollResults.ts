import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import { remainingRetryAfter } from './pollPlan.ts';

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
