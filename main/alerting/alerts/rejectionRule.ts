import { sourceId } from '#shared/domain/order.ts';
import type { AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';

export interface RejectionRulePorts extends AlertRulePorts {
  /** Connections whose token the service refuses now, with the time since when (Unix ms). */
  readonly rejected: () => readonly { readonly connectionId: string; readonly since: number }[];
}

/** One alert until there is a new token. After a restart it is the same episode if no order was confirmed since. */
export function rejectionRule({ orders, ledger, rejected }: RejectionRulePorts): AlertRule {
  /** By connection: `since` of the last episode with an alert. */
  const alerted = new Map<string, number>();
  const lastConfirmed = (connectionId: string) =>
    orders().reduce(
      (last, order) => (sourceId(order) === connectionId ? Math.max(last, order.lastConfirmedAt ?? 0) : last),
      0,
    );
  const entryOf = (connectionId: string): LedgerEntry => ({
    subject: connectionId,
    threshold: `rejected:${lastConfirmed(connectionId)}`,
  });
  const evaluate: AlertRule['evaluate'] = () =>
    rejected().flatMap(({ connectionId, since }) => {
      if (alerted.get(connectionId) === since) return [];
      const entry = entryOf(connectionId);
      const onShown = () => alerted.set(connectionId, since);
      if (!alerted.has(connectionId) && ledger.has(entry)) {
        onShown();
        return [];
      }
      return [{ event: { kind: 'rejected', connectionId }, entries: [entry], onShown }];
    });
  // After a restart the service has not refused the token yet: only an order that it confirmed says that it does not.
  const holds: AlertRule['holds'] = ({ subject, threshold }) =>
    threshold === entryOf(subject).threshold && orders().some((order) => sourceId(order) === subject);
  return { name: 'rejection', evaluate, holds };
}
