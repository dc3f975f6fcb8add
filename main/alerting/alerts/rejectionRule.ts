import { alertedBy, isHeld } from '#shared/domain/conditions/conditions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { sourceId } from '#shared/domain/order.ts';
import type { AlertRule, AlertRulePorts } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';

export interface RejectionRulePorts extends AlertRulePorts {
  /** Since when the service refuses the token of a connection in this session, Unix ms; `null`: it was not asked, or does not. */
  readonly rejectedSince: (connectionId: string) => number | null;
}

const conditions = alertedBy('rejected');

/**
 * One alert about all orders of a connection whose token is refused, until there is a new one. After a restart it is the same
 * episode if no order was confirmed since.
 */
export function rejectionRule(ports: RejectionRulePorts): AlertRule {
  const { orders, ledger, settings, pollingKind, rejectedSince } = ports;
  /** By connection: since when the last episode with an alert lasted. */
  const alerted = new Map<string, number | null>();
  const rejectedConnections = (now: number) => {
    const terms = termsOf(settings());
    const rejected = orders().filter((order) =>
      conditions.some((one) => isHeld(one, order, pollingKind(sourceId(order)), terms, now)),
    );
    return new Set(rejected.map(sourceId));
  };
  const lastConfirmed = (connectionId: string) =>
    orders().reduce(
      (last, order) => (sourceId(order) === connectionId ? Math.max(last, order.lastConfirmedAt ?? 0) : last),
      0,
    );
  const entryOf = (connectionId: string): LedgerEntry => ({
    subject: connectionId,
    threshold: `rejected:${lastConfirmed(connectionId)}`,
  });
  const evaluate: AlertRule['evaluate'] = (now) =>
    [...rejectedConnections(now)].flatMap((connectionId) => {
      const since = rejectedSince(connectionId);
      const former = alerted.get(connectionId);
      if (former !== undefined && (former === since || former === null || since === null)) {
        alerted.set(connectionId, since ?? former);
        return [];
      }
      const entry = entryOf(connectionId);
      const onShown = () => alerted.set(connectionId, since);
      if (former === undefined && ledger.has(entry)) {
        onShown();
        return [];
      }
      return { event: { kind: 'rejected', connectionId }, entries: [entry], onShown };
    });
  // After a restart the service has not refused the token yet: only an order that it confirmed says that it does not.
  const holds: AlertRule['holds'] = ({ subject, threshold }) =>
    threshold === entryOf(subject).threshold && orders().some((order) => sourceId(order) === subject);
  return { name: 'rejection', evaluate, holds };
}
