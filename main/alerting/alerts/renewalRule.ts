import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';

/** How orders came by their current leaves. */
export interface LeafOrigins {
  /** When an order's leaf was first seen (Unix ms), and whether it is a renewal; `null` if not known. */
  originOf(order: OrderRow): { readonly firstSeenAt: number; readonly isRenewal: boolean } | null;
  /** Reads the histories again that could not be read. */
  readUnread(): void;
}

export interface RenewalRulePorts extends AlertRulePorts {
  readonly origins: LeafOrigins;
}

/** No alert for an older renewal, for example after a long pause. */
const MAX_AGE_MS = 30 * DAY_MS;

/** Orders whose current leaf replaced another, once per leaf, whether this process or a command found it. */
export class RenewalRule implements AlertRule {
  readonly name = 'renewal';
  readonly #ports: RenewalRulePorts;

  constructor(ports: RenewalRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    const { ledger, orders, origins } = this.#ports;
    origins.readUnread();
    const due: Alert[] = [];
    for (const order of orders()) {
      const { id, fingerprint256 } = order;
      const origin = origins.originOf(order);
      if (fingerprint256 === null || origin === null || !origin.isRenewal) continue;
      if (now - origin.firstSeenAt > MAX_AGE_MS || this.#isFirst(order, origin.firstSeenAt)) continue;
      const entry = { subject: fingerprint256, threshold: `renewed:${id}` };
      if (!ledger.has(entry)) due.push({ event: { kind: 'renewed', order }, entries: [entry] });
    }
    return due;
  }

  /** All certificates delivered before a push-only order was approved count as its first one. */
  #isFirst(order: OrderRow, firstSeenAt: number): boolean {
    return isPushOnly(order) && firstSeenAt < (this.#ports.addedAt(order.id) ?? 0);
  }
}
