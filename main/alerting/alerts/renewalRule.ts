import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { AlertRule, AlertRulePorts } from './alert.ts';

export interface RenewalRulePorts extends AlertRulePorts {
  readonly origins: {
    /** When an order's leaf was first seen (Unix ms), and whether it is a renewal; `null` if not known. */
    originOf(order: OrderRow): { readonly firstSeenAt: number; readonly isRenewal: boolean } | null;
    /** Reads the histories again that could not be read. */
    readUnread(): void;
  };
}

/** No alert for an older renewal, for example after a long pause. */
const MAX_AGE_MS = 30 * DAY_MS;

/** Orders whose current leaf replaced another, once per leaf, whether this process or a command found it. */
export function renewalRule({ ledger, orders, origins, addedAt }: RenewalRulePorts): AlertRule {
  /** All certificates delivered before a push-only order was approved count as its first one. */
  const isFirst = (order: OrderRow, firstSeenAt: number) =>
    isPushOnly(order) && firstSeenAt < (addedAt(order.id) ?? 0);
  const evaluate: AlertRule['evaluate'] = (now) => {
    origins.readUnread();
    return orders().flatMap((order) => {
      const { id, fingerprint256 } = order;
      const origin = origins.originOf(order);
      if (fingerprint256 === null || origin === null || !origin.isRenewal) return [];
      if (now - origin.firstSeenAt > MAX_AGE_MS || isFirst(order, origin.firstSeenAt)) return [];
      const entry = { subject: fingerprint256, threshold: `renewed:${id}` };
      return ledger.has(entry) ? [] : [{ event: { kind: 'renewed', order }, entries: [entry] }];
    });
  };
  return { name: 'renewal', evaluate };
}
