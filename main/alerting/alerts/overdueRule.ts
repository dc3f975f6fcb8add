import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import { CLOCK_SLACK_MS, DAY_MS } from '#shared/domain/thresholds.ts';
import type { AlertRule, AlertRulePorts } from './alert.ts';
import { passedThresholds } from './alertThresholds.ts';

/** An order with an older confirmation may have been renewed: after sleep it has to be polled first. */
const CONFIRMED_MS = DAY_MS;

/**
 * Orders past their usual time of renewal, once per leaf. None after an expiry alert, and none without an earlier
 * renewal: the usual time is only an estimate then.
 */
export function overdueRule({ orders, ledger, settings, isSnoozed }: AlertRulePorts): AlertRule {
  const evaluate: AlertRule['evaluate'] = (now) =>
    orders().flatMap((order) => {
      const { fingerprint256, notBefore, notAfter, lead } = order;
      if (fingerprint256 === null || notBefore === null || notAfter === null) return [];
      if (lead === null || lead.renewals === 0 || !isConfirmed(order, now) || isSnoozed(order)) return [];
      if (passedThresholds({ notBefore, notAfter }, settings(), now).length > 0) return [];
      const state = renewalState(order, now);
      const entry = { subject: fingerprint256, threshold: 'overdue' };
      if (state.kind !== 'overdue' || ledger.isSent(entry, now)) return [];
      return [{ event: { kind: 'overdue', order, byMs: state.byMs }, entries: [entry] }];
    });
  return { name: 'overdue', evaluate };
}

function isConfirmed(order: OrderRow, now: number): boolean {
  if (isPushOnly(order)) return true;
  const ageMs = now - (order.lastConfirmedAt ?? Number.NEGATIVE_INFINITY);
  // One that is to come was noted while the clock was ahead.
  return ageMs >= -CLOCK_SLACK_MS && ageMs < CONFIRMED_MS;
}
