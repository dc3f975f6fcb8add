import type { PollingState } from '../connection.ts';
import { NEVER } from '../thresholds.ts';
import type { CheckState, Condition, ConditionAlert, ConditionFacts, Severity, Terms } from './condition.ts';
import { damaged } from './damaged.ts';
import { ends } from './ends.ts';
import { endsSoon } from './endsSoon.ts';
import { expired } from './expired.ts';
import { failing } from './failing.ts';
import { needsReview } from './needsReview.ts';
import { notYetValid } from './notYetValid.ts';
import { overdue } from './overdue.ts';
import {
  commandFailed,
  filesChanged,
  filesMissing,
  filesOpen,
  filesOutdated,
  misconfigured,
  notDeployed,
  notStapled,
  placesUnknown,
  servedExpired,
  servedOther,
  settling,
  unreachable,
} from './placeConditions.ts';
import { rejected } from './rejected.ts';
import { revoked } from './revoked.ts';
import { servedEnds } from './servedEnds.ts';
import { servedEndsSoon } from './servedEndsSoon.ts';
import { toReplace } from './toReplace.ts';
import { unconfirmed } from './unconfirmed.ts';
import { unknown } from './unknown.ts';

const list = [
  expired,
  revoked,
  endsSoon,
  damaged,
  servedExpired,
  servedEndsSoon,
  servedOther,
  notDeployed,
  filesOutdated,
  failing,
  filesOpen,
  misconfigured,
  notStapled,
  filesChanged,
  unreachable,
  filesMissing,
  commandFailed,
  toReplace,
  needsReview,
  overdue,
  rejected,
  unconfirmed,
  settling,
  placesUnknown,
  notYetValid,
  ends,
  servedEnds,
  unknown,
] as const;

export type ConditionKind = (typeof list)[number]['kind'];

/** The statuses that conditions give an order. */
export type ConditionStatus = (typeof list)[number]['status'];

/** Everything that can be wrong with an order, worst first. Those of one status stand together. */
export const allConditions: readonly (Condition & {
  readonly kind: ConditionKind;
  readonly status: ConditionStatus;
})[] = list;

/** The kinds of conditions, worst first. */
export const conditionKinds: readonly ConditionKind[] = allConditions.map(({ kind }) => kind);

/** The kinds of conditions that have an alert. */
export type AlertedKind = Extract<(typeof list)[number], { readonly alert: ConditionAlert }>['kind'];

/** A condition that has an alert. */
export interface AlertedCondition extends Condition {
  readonly kind: AlertedKind;
  readonly alert: ConditionAlert;
}

/** The conditions that have an alert, worst first. */
export const alertedConditions: readonly AlertedCondition[] = list.filter(
  (condition) => 'alert' in condition,
);

/** Their kinds, worst first. */
export const alertedKinds: readonly AlertedKind[] = alertedConditions.map(({ kind }) => kind);

export type Polling = PollingState['kind'];

/** A condition that an order has. */
export interface HeldCondition {
  readonly kind: ConditionKind;
  readonly severity: Severity;
  /** What a check says because of it; `null`: nothing. */
  readonly check: CheckState | null;
  /** Since when it holds, Unix ms; `null`: that is not known. */
  readonly since: number | null;
}

/** All conditions of an order at `now` (Unix ms), worst first. */
export function conditionsOf(
  order: ConditionFacts,
  polling: Polling,
  terms: Terms,
  now: number,
): readonly HeldCondition[] {
  return allConditions.flatMap((condition) => {
    const from = condition.from(order, terms, now, polling);
    if (now < from || now >= untilOf(condition, order, terms, now)) return [];
    const { kind, severity } = condition;
    return { kind, severity, check: checkOf(condition, order), since: from > 0 ? from : null };
  });
}

/** Whether an order has this condition at `now` (Unix ms). */
export function isHeld(
  condition: Condition,
  order: ConditionFacts,
  polling: Polling,
  terms: Terms,
  now: number,
): boolean {
  return condition.from(order, terms, now, polling) <= now && now < untilOf(condition, order, terms, now);
}

/** The conditions about which this alert is. */
export function alertedBy(by: NonNullable<Condition['alertBy']>): readonly Condition[] {
  return allConditions.filter(({ alertBy }) => alertBy === by);
}

/** What a check says because of a condition of an order; `null`: nothing. */
export function checkOf({ check, severity }: Condition, order: ConditionFacts): CheckState | null {
  if (typeof check === 'function') return check(order);
  if (check !== undefined) return check;
  return severity === 'notice' ? 'attention' : severity;
}

/** When a condition ends by time alone, as far as is known at `now`; both Unix ms. */
export function untilOf(condition: Condition, order: ConditionFacts, terms: Terms, now: number): number {
  return condition.until === undefined ? NEVER : condition.until(order, terms, now);
}
