import type { ToldBy } from '#shared/domain/conditions/condition.ts';
import {
  type AlertedCondition,
  allConditions,
  checkOf,
  isHeld,
  untilOf,
} from '#shared/domain/conditions/conditions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { ALWAYS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import { type LedgerEntry, toldEntry } from './alertLedger.ts';
import { isReminded } from './alertThresholds.ts';
import type { RenewalRulePorts } from './renewalRule.ts';

export interface ConditionRulePorts extends AlertRulePorts {
  readonly origins: Pick<RenewalRulePorts['origins'], 'originOf'>;
  /** Whether an alert about an event was sent, or is due now. */
  readonly isTold: (entry: LedgerEntry) => boolean;
}

/** The settings of the alerts about events, by which an alert of a condition may be told. */
const settingOf = { review: 'alertOnRenewal', updateFailed: 'alertOnTrouble' } as const satisfies Readonly<
  Record<ToldBy, string>
>;

/** Orders that have a condition with an alert, each once per leaf, or once per confirmation. */
export function conditionRule(condition: AlertedCondition, ports: ConditionRulePorts): AlertRule {
  const { orders, ledger, settings, isSnoozed, pollingKind, origins, isTold } = ports;
  const { kind, alert } = condition;
  const { after, dependsOn = [], toldBy, isBeforeReminders, isEachTime } = alert;
  const before = allConditions.filter((one) => dependsOn.includes(one.kind));
  const thresholdOf = (order: OrderRow) =>
    isEachTime === true ? `${kind}:${order.lastConfirmedAt ?? 'never'}` : kind;
  const has = (one: typeof condition | (typeof before)[number], order: OrderRow, now: number) =>
    isHeld(one, order, pollingKind(sourceId(order)), termsOf(settings()), now);
  const isSilent = (order: OrderRow, subject: string, now: number) =>
    isSnoozed(order) ||
    (after !== undefined && isEarly(after, origins.originOf(order), now)) ||
    before.some((one) => has(one, order, now)) ||
    (toldBy !== undefined && settings()[settingOf[toldBy]] && isTold(toldEntry(toldBy, subject, order))) ||
    (isBeforeReminders === true && isReminded(order, settings(), now));
  const evaluate = (now: number) => {
    const terms = termsOf(settings());
    const due: Alert[] = [];
    for (const order of orders()) {
      const { fingerprint256: subject } = order;
      if (subject === null) continue;
      const from = condition.from(order, terms, now, pollingKind(sourceId(order)));
      if (now < from || now >= untilOf(condition, order, terms, now)) continue;
      // What may be on its way needs nobody yet.
      if (checkOf(condition, order) === 'unknown' || isSilent(order, subject, now)) continue;
      const entry = { subject, threshold: thresholdOf(order) };
      // What does not depend on the time stays said when the clock is set back.
      const isSent = from === ALWAYS ? ledger.has(entry) : ledger.isSent(entry, now);
      if (!isSent) due.push({ event: { kind: 'condition', condition: kind, order }, entries: [entry] });
    }
    return due;
  };
  const holds: AlertRule['holds'] = ({ subject, threshold }, now) =>
    orders().some(
      (order) =>
        order.fingerprint256 === subject &&
        threshold === thresholdOf(order) &&
        !isSnoozed(order) &&
        has(condition, order, now),
    );
  return { name: kind, evaluate, holds };
}

/** Whether the time (ms) that an order's certificate is given from its first sight has not passed. */
export function isEarly(
  after: number | undefined,
  origin: ReturnType<ConditionRulePorts['origins']['originOf']>,
  now: number,
): boolean {
  if (after === undefined || origin === null) return false;
  // One that is to come was noted while the clock was ahead.
  return origin.firstSeenAt <= now && now - origin.firstSeenAt < after;
}
