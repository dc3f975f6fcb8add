import type { ConditionFacts, Severity } from './conditions/condition.ts';
import { allConditions, type ConditionStatus, type Polling, untilOf } from './conditions/conditions.ts';
import { termsOf } from './conditions/terms.ts';
import type { Settings } from './settings.ts';
import { NEVER } from './thresholds.ts';

/** The status of an order: that of its worst condition. */
export type OrderStatus = ConditionStatus | 'healthy';

/** The statuses of orders, worst first. */
export const orderStatuses: readonly OrderStatus[] = [
  ...new Set(allConditions.map(({ status }) => status)),
  'healthy',
];

/** The severity of each status; of `healthy`: `fine`. */
export const statusSeverities = Object.fromEntries([
  ...allConditions.map(({ status, severity }) => [status, severity]),
  ['healthy', 'fine'],
]) as Readonly<Record<OrderStatus, Severity | 'fine'>>;

/** Whether an order with this status needs the user now. */
export function needsAttention(status: OrderStatus): boolean {
  const severity = statusSeverities[status];
  return severity === 'critical' || severity === 'attention';
}

/** Set by `worstCondition`: the first instant at which time alone changes the worst condition. One for all calls: no garbage. */
let boundary = NEVER;

/** The status of an order at `now` (Unix ms): that of its worst condition, or `healthy`. */
export function deriveStatus(
  order: ConditionFacts,
  polling: Polling,
  settings: Settings,
  now: number,
): OrderStatus {
  return worstCondition(order, polling, settings, now)?.status ?? 'healthy';
}

/** The worst condition of an order at `now` (Unix ms); `null`: it is healthy. */
export function worstCondition(order: ConditionFacts, polling: Polling, settings: Settings, now: number) {
  const terms = termsOf(settings);
  boundary = NEVER;
  for (const condition of allConditions) {
    const from = condition.from(order, terms, now, polling);
    if (from > now) {
      if (from < boundary) boundary = from;
      continue;
    }
    const until = untilOf(condition, order, terms, now);
    if (until <= now) continue;
    if (until < boundary) boundary = until;
    return condition;
  }
  return null;
}

/**
 * The first instant after `now` (both Unix ms) at which time alone changes the status of an order; `Infinity` if it
 * never does.
 */
export function nextStatusChange(
  order: ConditionFacts,
  polling: Polling,
  settings: Settings,
  now: number,
): number {
  const status = deriveStatus(order, polling, settings, now);
  let at = boundary;
  while (at < NEVER && deriveStatus(order, polling, settings, at) === status) at = boundary;
  return at;
}
