import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

/** What is known of the present leaves of orders. */
export interface LeafOrigins {
  /** Since when an order has its leaf (Unix ms), and whether that is a renewal; `null` when it is not known. */
  originOf(order: OrderRow): { readonly firstSeenAt: number; readonly isRenewal: boolean } | null;
  /** Reads again what could not be read. */
  readUnread(): void;
}

export interface RenewalWatchPorts {
  readonly ledger: AlertLedger;
  /** Orders that are there and were not removed. */
  readonly orders: () => readonly OrderRow[];
  /** When an order was added, Unix ms; `null` when it is gone. */
  readonly addedAt: (orderId: string) => number | null;
  readonly origins: LeafOrigins;
}

/** A renewal that could not be told for so long (alerts were paused, the app did not run) is no news any more. */
const NEWS_MS = 30 * DAY_MS;

/**
 * Finds orders whose present leaf took the place of a former one, whichever process found it, each leaf once. Of several
 * renewals of one order the newest is told.
 */
export class RenewalWatch implements AlertRule {
  readonly name = 'renewal';
  readonly #ports: RenewalWatchPorts;

  constructor(ports: RenewalWatchPorts) {
    this.#ports = ports;
  }

  due(now: number): Alert[] {
    const { ledger, orders, origins } = this.#ports;
    origins.readUnread();
    const due: Alert[] = [];
    for (const order of orders()) {
      const { id, fingerprint256 } = order;
      const origin = origins.originOf(order);
      if (fingerprint256 === null || origin === null || !origin.isRenewal) continue;
      if (now - origin.firstSeenAt > NEWS_MS || this.#isFirst(order, origin.firstSeenAt)) continue;
      const entry = { subject: fingerprint256, threshold: `renewed:${id}` };
      if (!ledger.has(entry)) due.push({ news: { kind: 'renewed', order }, entries: [entry] });
    }
    return due;
  }

  /** What was delivered before a push-only order was approved is its first certificate, however many came. */
  #isFirst(order: OrderRow, firstSeenAt: number): boolean {
    return isPushOnly(order) && firstSeenAt < (this.#ports.addedAt(order.id) ?? 0);
  }
}
