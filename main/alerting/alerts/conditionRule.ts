import { type AlertedCondition, isHeld, untilOf } from '#shared/domain/conditions/conditions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { ALWAYS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import { isReminded } from './alertThresholds.ts';

/** Orders that have a condition with an alert, each once per leaf. */
export function conditionRule(condition: AlertedCondition, ports: AlertRulePorts): AlertRule {
  const { orders, ledger, settings, isSnoozed, pollingKind } = ports;
  const { kind, alert } = condition;
  const isSilent = (order: OrderRow, now: number) =>
    isSnoozed(order) ||
    alert.isSilent?.(order, now) === true ||
    (alert.isBeforeReminders === true && isReminded(order, settings(), now));
  const evaluate = (now: number) => {
    const terms = termsOf(settings());
    const due: Alert[] = [];
    for (const order of orders()) {
      if (order.fingerprint256 === null) continue;
      const from = condition.from(order, terms, now, pollingKind(sourceId(order)));
      if (now < from || now >= untilOf(condition, order, terms, now) || isSilent(order, now)) continue;
      const entry = { subject: order.fingerprint256, threshold: kind };
      // What does not depend on the time stays said when the clock is set back.
      const isSent = from === ALWAYS ? ledger.has(entry) : ledger.isSent(entry, now);
      if (!isSent) due.push({ event: { kind: 'condition', condition: kind, order }, entries: [entry] });
    }
    return due;
  };
  const holds: AlertRule['holds'] = ({ subject, threshold }, now) => {
    const terms = termsOf(settings());
    const has = (order: OrderRow) => isHeld(condition, order, pollingKind(sourceId(order)), terms, now);
    return (
      threshold === kind &&
      orders().some((order) => order.fingerprint256 === subject && !isSnoozed(order) && has(order))
    );
  };
  return { name: kind, evaluate, holds };
}
