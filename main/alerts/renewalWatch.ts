import type { OrderRow } from '#shared/domain/order.ts';
import type { Alert } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

/** An order's new leaf took the place of a former one. */
export interface SeenRenewal {
  readonly orderId: string;
  /** SHA-256 fingerprint of the new leaf. */
  readonly to: string;
}

/** Keeps renewals until they can be told: a sync brings many, and alerts may be paused. */
export class RenewalWatch {
  readonly #ledger: AlertLedger;
  readonly #order: (id: string) => OrderRow | null;
  readonly #untold = new Map<string, string>();

  /** @param order an order that is there and was not removed */
  constructor(ledger: AlertLedger, order: (id: string) => OrderRow | null) {
    this.#ledger = ledger;
    this.#order = order;
  }

  note(renewals: readonly SeenRenewal[]): void {
    for (const { orderId, to } of renewals) this.#untold.set(orderId, to);
  }

  /** Nobody wants to hear of them. */
  forget(): void {
    this.#untold.clear();
  }

  due(): Alert[] {
    const due: Alert[] = [];
    for (const [orderId, to] of this.#untold) {
      const order = this.#order(orderId);
      const entry = { subject: to, threshold: `renewed:${orderId}` };
      if (order === null || this.#ledger.has(entry)) this.#untold.delete(orderId);
      // A service whose parts do not agree may give the former leaf for a while.
      else if (order.fingerprint256 === to) due.push({ news: { kind: 'renewed', order }, entries: [entry] });
    }
    return due;
  }
}
